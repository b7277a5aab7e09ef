import type { Side } from '#domain/contract.ts';
import { type StopName, standsBelow } from '#domain/stops.ts';
import { percentText } from '../text/format.ts';
import './stop-offsets.css';

/** How far from the price a tap puts a stop, in thousandths of it: near enough for a day, and for longer. */
const THOUSANDTHS = [2, 10];

type StopOffsetsProps = {
  stop: StopName;
  /** Name of the stop. */
  label: string;
  /** Which sides the stop may be for; with a name each where there are two. */
  sides: readonly { readonly side: Side; readonly name?: string }[];
  onPick: (side: Side, thousandths: bigint) => void;
};

/** A stop begins at the price itself, where nobody wants it: one tap puts it beside, from the lowest price to the highest (decision D9.180). */
export function StopOffsets({ stop, label, sides, onPick }: StopOffsetsProps) {
  const offers = sides.flatMap(({ side, name }) =>
    THOUSANDTHS.map((away) => ({ side, name, away, percent: (standsBelow(side, stop) ? -away : away) / 10 })),
  );
  return (
    <fieldset class="stop-offsets" aria-label={label}>
      {offers
        .sort((a, b) => a.percent - b.percent)
        .map(({ side, name, away, percent }) => (
          <button key={percent} type="button" onClick={() => onPick(side, BigInt(away))}>
            {name && <small>{name} </small>}
            <span class="num">{percentText(percent)}</span>
          </button>
        ))}
    </fieldset>
  );
}
