/**
 * The order in which test files begin: those that take longest first, so that none of them runs alone at the end while the other worker has
 * nothing left to do. Vitest itself begins with the largest file, and these are small. No test may depend on it.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than fifteen seconds (of ten in a browser) on two cores, longest first. */
const SLOW = [
  'e2e/screen-sweep',
  'e2e/restored-server',
  'e2e/receipt-kinds',
  'e2e/lazy-code',
  'e2e/deploy',
  'e2e/ended-why',
  'e2e/flags',
  'e2e/receipt',
  'e2e/outage',
  'e2e/credentials',
  'e2e/session-end',
  'e2e/slow-start',
  'e2e/register',
  'e2e/address-over-sheet',
  'e2e/cold-start',
  'e2e/taps',
  'e2e/security',
  'e2e/identity',
  'e2e/alerts',
  'e2e/two-tabs',
  'e2e/companies',
  'e2e/late-style',
  'e2e/address',
  'e2e/story',
  'e2e/micro',
  'e2e/door',
  'e2e/hung-code',
  'e2e/won-trade',
  'e2e/recorded-replay',
  'e2e/protection',
  'server/trading/late-judging',
  'server/trading/signed-stories',
  'server/config/process',
  'server/trading/night-drain',
  'server/users/login-doors',
  'server/trading/contract-model',
  'server/ledger/ledger-checkpoint',
  'server/tape/log-calls',
  'server/protection/same-document',
  'server/operations/bent-books',
  'server/trading/stop-out-many',
  'server/tape/tampered-installation',
  'server/protection/own-limits',
  'server/tape/follow-server',
  'server/app/wall-clock',
  'server/candles/candle-store',
  'server/users/login-steps',
  'server/candles/make-periods',
  'server/app/limits',
  'server/users/passkeys',
  'server/cluster/two-nodes',
  'property/tape/two-verifiers',
  'property/trading/ledger-laws',
  'engine/simulation-base',
  'engine/simulation-ext',
  'browser/perf/perf-panel',
  'browser/kit/layers',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = SLOW.findIndex((name) => moduleId.includes(`/tests/${name}.test.ts`));
  return at < 0 ? SLOW.length : at;
};

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
