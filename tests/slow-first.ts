/**
 * The order in which test files begin: those that take longest first, so that none of them runs alone at the end while the other worker has
 * nothing left to do. Vitest itself begins with the largest file, and these are small. No test may depend on it.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than ten seconds, longest first. */
const SLOW = [
  'e2e/screen-sweep',
  'e2e/restored-server',
  'e2e/receipt-kinds',
  'e2e/lazy-code',
  'e2e/receipt',
  'e2e/flags',
  'e2e/deploy',
  'e2e/outage',
  'e2e/slow-start',
  'e2e/cold-start',
  'e2e/protection',
  'server/trading/late-judging',
  'server/trading/signed-stories',
  'server/config/process',
  'server/users/login-doors',
  'server/trading/stop-out-many',
  'server/ledger/ledger-checkpoint',
  'server/app/wall-clock',
  'server/operations/bent-books',
  'server/tape/tampered-installation',
  'property/tape/two-verifiers',
  'property/trading/ledger-laws',
  'property/domain/formulas',
  'property/tape/recheck',
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
