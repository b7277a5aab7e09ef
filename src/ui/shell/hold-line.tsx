import { needTexts } from '../language/i18n.ts';
import { lazyCode } from '../lazy/lazy-code.ts';
import { useLazy } from '../lazy/use-lazy.ts';
import { riskHold } from '../state/risk-hold.ts';

const banner = lazyCode(async () => (await Promise.all([import('./hold-banner.tsx'), needTexts('security')]))[0].HoldBanner);

/** At the head of a page: what keeps its person from trading. Its code and words come for those whom it concerns. */
export function HoldLine() {
  const { here: HoldBanner } = useLazy(banner, riskHold.value !== undefined);
  return HoldBanner ? <HoldBanner /> : null;
}
