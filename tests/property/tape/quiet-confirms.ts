/** A stop loss that the price stands beyond from the beginning: only what the judge looks at executes it, and a quiet confirm is not looked at. */
import { ONE } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { feedTick, MadeLog } from './made-log.ts';

const START_MS = 1_772_611_200_000;
const [PRODUCT, FROM] = [1, 2];

/** The receipt of a stop that was executed at a life: 3 and 4 are confirms, 5 is a tick. `silentS`: seconds between the two confirms. */
export function stoppedAt(knownSeq: 3 | 4 | 5, silentS: number): { readonly text: string; readonly pin: string } {
  const log = new MadeLog();
  const seconds: [second: number, price: bigint, isConfirm: boolean][] = [
    [1, 100n, false],
    [2, 90n, false],
    [3, 90n, true],
    [3 + silentS, 90n, true],
    [4 + silentS, 91n, false],
  ];
  for (const [second, price, isConfirm] of seconds)
    log.seal([feedTick(PRODUCT, price * ONE, START_MS + second * 1_000 - 500, isConfirm)], START_MS + second * 1_000);
  const at = log.blocks[knownSeq - 1]?.ticks[0];
  const price = at?.price ?? 0n;
  const terms = { side: 'buy', lots: ONE, contractNumber: ONE, quoteRate: ONE, leverage: 1, marginMode: 0 } as const;
  const deal = dealText({
    ...{ origin: log.origin, realm: 'demo', uid: '1', deal: 1, order: 1, parent: undefined, product: PRODUCT, kind: 'close', rule: 'sl' },
    ...{ ...terms, price, tickSeq: at?.confirm ? FROM : knownSeq, knownSeq, fromSeq: FROM, level: 95n * ONE, timeMs: at?.timeMs ?? 0 },
    ...{ fee: 0n, margin: ONE, profit: contractProfit({ ...terms, openPrice: 100n * ONE, price }) },
    hours: { calendar: 'recorded', halts: [] },
    terms: { openPrice: 100n * ONE, openSeq: 1, stopLoss: 95n * ONE, stopLossFrom: FROM, takeProfit: 0n, takeProfitFrom: 0 },
  });
  const file = log.receipt(deal, { size: 5, spans: [[1, 5]], older: [1] });
  return { text: receiptText(file), pin: log.logKey.verifier.text };
}
