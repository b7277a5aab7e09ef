import type { ComponentChildren } from 'preact';
import { Card } from '../../../kit/card.tsx';
import { t } from '../../../language/i18n.ts';
import { isLive } from '../../../state/link.ts';

type StripProps = {
  /** Figures that follow from prices: grey while these are not live. */
  isLiveData?: boolean;
  children: ComponentChildren;
};

/** What a whole list comes to, in one strip above it. */
export function TotalsStrip({ isLiveData = false, children }: StripProps) {
  return (
    <Card label={t('orders:totals')}>
      <div class="records-totals" data-stale={isLiveData && !isLive.value ? '' : undefined}>
        {children}
      </div>
    </Card>
  );
}

type TotalProps = {
  label: string;
  /** By the net: the colour of the whole strip's answer. */
  tone?: '' | 'up' | 'down' | undefined;
  /** The one that is read first. */
  isMain?: boolean;
  children: ComponentChildren;
};

/** A figure of the strip, inside a `dl`. */
export function Total({ label, tone, isMain = false, children }: TotalProps) {
  return (
    <div data-main={isMain ? '' : undefined}>
      <dt>{label}</dt>
      <dd class="num" data-tone={tone}>
        {children}
      </dd>
    </div>
  );
}
