import { type ReadonlySignal, useComputed } from '@preact/signals';
import { LiveText } from '../kit/live-text.tsx';
import './record-money.css';

/** A record's profit has six digits (specification S1 section 9): two are read, the other four stand behind them in grey, then its currency. */
const SIX_DIGITS = /^(.*\.\d\d)(\d{4})( \D+)?$/;

function partsOf(text: string): { read: string; rest: string; code: string } {
  const [, read = text, rest = '', code = ''] = SIX_DIGITS.exec(text) ?? [];
  return { read, rest, code };
}

export function RecordMoney({ text }: { text: string }) {
  const { read, rest, code } = partsOf(text);
  return (
    <span class="num">
      {read}
      <span class="money-rest">{rest}</span>
      {code}
    </span>
  );
}

/** The same of a profit that moves. */
export function LiveRecordMoney({ text }: { text: ReadonlySignal<string> }) {
  const read = useComputed(() => partsOf(text.value).read);
  const rest = useComputed(() => partsOf(text.value).rest);
  return (
    <span class="num">
      <LiveText class="num" text={read} />
      <LiveText class="money-rest num" text={rest} />
      {partsOf(text.peek()).code}
    </span>
  );
}
