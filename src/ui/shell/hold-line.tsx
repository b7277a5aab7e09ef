import { computed } from '@preact/signals';
import { needTexts } from '../language/i18n.ts';
import { lazyCode } from '../lazy/lazy-code.ts';
import { useLazy } from '../lazy/use-lazy.ts';
import { riskHold } from '../state/risk-hold.ts';
import { endedWhy, sessionStatus } from '../state/session.ts';

const banner = lazyCode(async () => (await Promise.all([import('./hold-banner.tsx'), needTexts('security')]))[0].HoldBanner);

const isEnded = computed(() => endedWhy.value !== '' && sessionStatus.value === 'visitor');

/** At the head of a page: why somebody is logged out now, or what keeps its person from trading. Its code and words come for those whom it concerns. */
export function HoldLine() {
  const isWanted = riskHold.value !== undefined || isEnded.value;
  const { here: HoldBanner } = useLazy(banner, isWanted);
  return HoldBanner && isWanted ? <HoldBanner /> : null;
}
