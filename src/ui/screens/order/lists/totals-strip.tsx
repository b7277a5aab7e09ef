import type { ComponentChildren } from 'preact';
import { Card } from '../../../kit/card.tsx';
import { t } from '../../../language/i18n.ts';

/** What a whole list comes to, in one strip above it. */
export const TotalsStrip = ({ children }: { children: ComponentChildren }) => (
  <Card label={t('orders:totals')}>
    <div class="records-totals">{children}</div>
  </Card>
);

type TotalProps = {
  label: string;
  /** By the net: the colour of the whole strip's answer. */
  tone?: '' | 'up' | 'down' | undefined;
  /** The one that is read first. */
  isMain?: boolean;
  /** It moves with the market, and is grey while that is not live. */
  isLive?: boolean;
  children: ComponentChildren;
};

/** A figure of the strip, inside a `dl`. */
export function Total({ label, tone, isMain = false, isLive = false, children }: TotalProps) {
  return (
    <div data-main={isMain ? '' : undefined}>
      <dt>{label}</dt>
      <dd class={isLive ? 'num live' : 'num'} data-tone={tone}>
        {children}
      </dd>
    </div>
  );
}
