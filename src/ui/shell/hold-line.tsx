import { lazyCode } from '../lazy/lazy-code.ts';
import { useLazy } from '../lazy/use-lazy.ts';
import { hasHead } from '../state/risk-hold.ts';
import { endedWhy } from '../state/session.ts';

const lines = lazyCode(() => import('./head-lines.tsx').then((module) => module.readHeadLines()));

/** Reads signals. */
const isWanted = (): boolean => hasHead.value || endedWhy.value !== '';

/** Has it here for somebody who will need it at once: it then stands in the first picture of the page that receives them. */
export const loadHoldLine = (): Promise<unknown> => lines.load();

/** Has here what the first picture needs, so that what stands below keeps its place. */
export const readHoldLine = (): unknown => isWanted() && loadHoldLine();

/**
 * At the head of a page: why somebody is logged out now, what keeps its person from trading, or how who is new goes on. Its code and words come for
 * those whom it concerns.
 */
export function HoldLine() {
  const { here: HeadLines } = useLazy(lines, isWanted());
  return HeadLines ? <HeadLines /> : null;
}
