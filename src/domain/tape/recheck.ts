/**
 * Whether a deal kept its rule: the right tick, by the part of the tape that its receipt carries, and the right money. It goes by what is
 * proved to be in the log and by what the operator signed, and by nothing else.
 */
import { CoveredTape, must, Told } from './covered-tape.ts';
import { recheckMicro } from './recheck-micro.ts';
import { isMoneyRight, type RuledDeal } from './recheck-money.ts';
import { recheckNewest } from './recheck-newest.ts';
import { recheckStopOut } from './recheck-stop-out.ts';
import { recheckWaited } from './recheck-waited.ts';
import type { SignedDeal } from './signed-deal.ts';
import type { TapeSegment } from './tape-segment.ts';
import { ruled, type Verdict } from './verdict.ts';

/** Whoever closes at once does so at the tick that they opened at, where no other has come; at none before it. */
function recheckOrder(deal: RuledDeal): void {
  const openSeq = 'openSeq' in deal.terms ? deal.terms.openSeq : 0;
  must(openSeq <= (deal.tickSeq ?? deal.knownSeq), 'wrong-tick', `opened at tick ${openSeq}`);
}

/** Of a reset nothing is rechecked but the order of its ticks: a demo account was begun anew. */
function recheckTick(deal: RuledDeal, tape: CoveredTape): void {
  recheckOrder(deal);
  switch (deal.rule) {
    case 'market':
    case 'close':
    case 'reverse':
      recheckNewest(deal, tape);
      break;
    case 'pending':
    case 'sl':
    case 'tp':
      recheckWaited(deal, tape);
      break;
    case 'stopout':
      recheckStopOut(deal, tape);
      break;
    case 'micro':
    case 'micro-void':
      recheckMicro(deal, tape);
      break;
    case 'reset':
      break;
    default:
      deal satisfies never;
  }
}

/** What a check says when it does not hold; `undefined` when it does. Lots or rates so large that their product is no amount are wrong money. */
function told(check: () => void): Verdict['rule'] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Told) return error.answer;
    if (error instanceof RangeError) return ruled('money', error.message);
    throw error;
  }
}

/** The answer of Rule. A no of its tick comes first, then one of its money, then what cannot be told. */
export function recheckDeal(deal: SignedDeal, segment: TapeSegment): Verdict['rule'] {
  if (deal.rule === undefined) return ruled('older-deal');
  const tick = told(() => recheckTick(deal, new CoveredTape(segment)));
  if (tick?.answer === 'no') return tick;
  return told(() => must(isMoneyRight(deal), 'money')) ?? tick ?? ruled('kept');
}
