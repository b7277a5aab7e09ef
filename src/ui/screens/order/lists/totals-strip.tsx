import type { ComponentChildren } from 'preact';
import { Card } from '../../../kit/card.tsx';
import { t } from '../../../language/i18n.ts';

/** What a whole list comes to, in one strip above it. `isLive`: it moves with the market, and is grey while that is not live. */
export const TotalsStrip = ({ isLive, children }: { isLive?: boolean; children: ComponentChildren }) => (
  <Card label={t('orders:totals')}>
    <div class={isLive ? 'records-totals live' : 'records-totals'}>{children}</div>
  </Card>
);

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
