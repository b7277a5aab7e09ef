import { pageHead } from '../state/page-head.ts';
import { riskHold } from '../state/risk-hold.ts';
import { HoldBanner } from './hold-banner.tsx';
import { WelcomeCard } from './welcome-card.tsx';

/** What there is to say at the head of a page. */
export const HeadLines = ({ isEnded }: { isEnded: boolean }) => (
  <>
    {(isEnded || riskHold.value) && <HoldBanner />}
    {pageHead.value?.isNew && <WelcomeCard head={pageHead.value} />}
  </>
);
