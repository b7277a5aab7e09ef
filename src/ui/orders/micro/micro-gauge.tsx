import type { ReadonlySignal } from '@preact/signals';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { t } from '../../language/i18n.ts';
import { countdownText } from './countdown-text.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import './micro-gauge.css';

type GaugeProps = { trade: MicroTrade; tone: ReadonlySignal<string> };

/** How long a trade still runs: a ring that empties, and the seconds in it. */
export function MicroGauge({ trade, tone }: GaugeProps) {
  const left = useSecondsLeft(trade.id);
  const share = trade.seconds > 0 ? Math.min(1, left / trade.seconds) : 0;
  const text = countdownText(left);
  return (
    <div class="micro-gauge live" data-tone={tone} role="timer" aria-label={t('micro:left')}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="micro-gauge-way" cx="50" cy="50" r="45" />
        <circle class="micro-gauge-left" cx="50" cy="50" r="45" pathLength={1} stroke-dasharray={`${share.toFixed(4)} 1`} />
      </svg>
      <b class="num" data-long={text.length > 5 ? '' : undefined}>
        {text}
      </b>
    </div>
  );
}
