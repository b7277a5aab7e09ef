import type { Side } from '#domain/contract.ts';
import { formatDecimal, type Price, unitOfDigits } from '#domain/decimal.ts';
import { type StopName, stopBeside } from '#domain/stops.ts';

/** How far from the price a stop is proposed, in thousandths of it: near enough for a day, and for longer. */
export const STOP_OFFSETS = [2, 10] as const;

type Beside = { readonly side: Side; readonly stop: StopName; readonly thousandths: bigint };

/** A stop beside the price as its field shows it; `undefined` while there is no price. */
export function stopBesideText({ side, stop, thousandths }: Beside, reference: Price | undefined, digits: number): string | undefined {
  if (reference === undefined || reference <= 0n) return undefined;
  return formatDecimal(stopBeside(side, stop, thousandths, { reference, unit: unitOfDigits(digits) }), digits);
}
