/** Marks of the price axis: 1, 2 or 5 times a power of ten, never finer than the product's last digit. */

/** More marks than these are never made, whatever the numbers. */
const PRICE_TICKS_MAX = 40;

/** Step between marks for a scale of `span` over `heightPx`. Example: span 0.004 over 200 px, 5 digits: 0.001. */
function tickStep(span: number, heightPx: number, digits: number, gapMinPx: number): number {
  const finest = 10 ** -digits;
  const wanted = Math.max((span * gapMinPx) / Math.max(heightPx, 1), finest);
  const power = 10 ** Math.floor(Math.log10(wanted) + 1e-9);
  const factor = [1, 2, 5, 10].find((candidate) => power * candidate >= wanted * (1 - 1e-9)) ?? 10;
  return Math.max(power * factor, finest);
}

/** The marks inside [min, max], ascending, at least `gapMinPx` apart. Each is a multiple of the step, computed from its index so that errors do not add up. */
export function priceTicks(range: { min: number; max: number }, heightPx: number, digits: number, gapMinPx: number): number[] {
  const span = range.max - range.min;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const step = tickStep(span, heightPx, digits, gapMinPx);
  const ticks: number[] = [];
  const last = Math.floor(range.max / step + 1e-9);
  for (let i = Math.ceil(range.min / step - 1e-9); i <= last && ticks.length < PRICE_TICKS_MAX; i++)
    ticks.push(Number((i * step).toFixed(10)));
  return ticks;
}
