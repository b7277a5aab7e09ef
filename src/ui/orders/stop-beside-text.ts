import type { Side } from '#domain/contract.ts';
import { formatDecimal, type Price, unitOfDigits } from '#domain/decimal.ts';
import { type StopName, stopBeside } from '#domain/stops.ts';

type Beside = { readonly side: Side; readonly stop: StopName; readonly thousandths: bigint };

/** A stop beside the price as its field shows it; `undefined` while there is no price. */
export function stopBesideText({ side, stop, thousandths }: Beside, reference: Price | undefined, digits: number): string | undefined {
  if (reference === undefined || reference <= 0n) return undefined;
  return formatDecimal(stopBeside(side, stop, thousandths, { reference, unit: unitOfDigits(digits) }), digits);
}
