/** What the lists show beside their prices, fetched after the first of them: the marks of the products and the lines of their day. */
import { showMarks } from './marks.tsx';
import { showDayLines } from './read-day-lines.ts';

/** Rejects when one of the two cannot be had; the other is shown all the same. */
export async function showMarketPictures(productIds: readonly number[]): Promise<void> {
  await Promise.all([showMarks(), showDayLines(productIds)]);
}
