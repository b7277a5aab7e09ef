import { needTexts } from '../language/i18n.ts';
import { pageHead } from '../security/page-head.ts';
import { riskHold } from '../state/risk-hold.ts';
import { endedWhy, sessionStatus } from '../state/session.ts';
import { HoldBanner } from './hold-banner.tsx';
import { WelcomeCard } from './welcome-card.tsx';

/** What there is to say at the head of a page. */
function HeadLines() {
  const isEnded = endedWhy.value !== '' && sessionStatus.value === 'visitor';
  return (
    <>
      {(isEnded || riskHold.value) && <HoldBanner />}
      {pageHead.value?.isNew && <WelcomeCard head={pageHead.value} />}
    </>
  );
}

/** Comes with its words. */
export async function readHeadLines(): Promise<typeof HeadLines> {
  await needTexts('security', 'account', 'errors');
  return HeadLines;
}
