import type { Side } from '#domain/contract.ts';
import { type StopName, standsBelow } from '#domain/stops.ts';
import { percentText } from '../text/format.ts';
import { STOP_OFFSETS } from './stop-beside-text.ts';
import './stop-offsets.css';

type StopOffsetsProps = {
  stop: StopName;
  /** Name of the stop. */
  label: string;
  /** Which sides the stop may be for; with a name each where there are two. */
  sides: readonly { readonly side: Side; readonly name?: string }[];
  onPick: (side: Side, thousandths: bigint) => void;
};

/** One tap puts a stop beside the price, from the lowest price to the highest (decision D9.180). */
export function StopOffsets({ stop, label, sides, onPick }: StopOffsetsProps) {
  const offers = sides.flatMap(({ side, name }) =>
    STOP_OFFSETS.map((away) => ({ side, name, away, percent: (standsBelow(side, stop) ? -away : away) / 10 })),
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
