/** What the lists show beside their prices, fetched after the first of them: the marks of the products and the lines of their day. */
import { showDayLines } from './day-lines.ts';
import { showMarks } from './marks.tsx';

/** Rejects when one of the two cannot be had; the other is shown all the same. */
export async function showMarketPictures(productIds: readonly number[]): Promise<void> {
  await Promise.all([showMarks(), showDayLines(productIds)]);
}
