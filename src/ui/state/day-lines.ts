/**
 * The day of each product as a line: a path in a box of 100 x 32, '' until it is drawn. The code that asks for the closes and draws
 * them comes after the first prices (src/ui/products/pictures).
 */
import { type Signal, signal } from '@preact/signals';

/** Of every product that was ever shown; a catalogue has at most some thousands. */
const lines = new Map<number, Signal<string>>();

/** The same signal for the same product, for ever. */
export function dayLineOf(productId: number): Signal<string> {
  const line = lines.get(productId) ?? signal('');
  lines.set(productId, line);
  return line;
}
