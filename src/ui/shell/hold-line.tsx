import { computed } from '@preact/signals';
import { needTexts } from '../language/i18n.ts';
import { lazyCode } from '../lazy/lazy-code.ts';
import { useLazy } from '../lazy/use-lazy.ts';
import { pageHead } from '../state/page-head.ts';
import { endedWhy, sessionStatus } from '../state/session.ts';

const lines = lazyCode(
  async () => (await Promise.all([import('./head-lines.tsx'), needTexts('security', 'account', 'errors')]))[0].HeadLines,
);

const isEnded = computed(() => endedWhy.value !== '' && sessionStatus.value === 'visitor');
const isWanted = computed(() => pageHead.value !== undefined || isEnded.value);

/** Fetches it ahead of time; a failure is silent, since what is wanted is asked for again. */
export const loadHoldLine = (): Promise<unknown> => lines.load().catch(() => undefined);
/** Has here what the first picture needs, so that what stands below keeps its place. */
export const readHoldLine = async (): Promise<unknown> => isWanted.peek() && loadHoldLine();

/**
 * At the head of a page: why somebody is logged out now, what keeps its person from trading, or how who is new goes on. Its code and words come for
 * those whom it concerns.
 */
export function HoldLine() {
  const { here: HeadLines } = useLazy(lines, isWanted.value);
  return HeadLines && isWanted.value ? <HeadLines isEnded={isEnded.value} /> : null;
}
