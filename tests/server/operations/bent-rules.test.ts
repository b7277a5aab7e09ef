/** Executions bent in books that agree with them: `operator verify` rechecks each by the tape, as its owner's receipt is. */
import { afterEach, expect, it } from 'vitest';
import { BLOCK_MS } from '#domain/tape/block-time.ts';
import { createCatalogue } from '#server/catalogue/product-catalogue.ts';
import type { Db } from '#server/database/database.ts';
import { verifyRules } from '#server/operations/verify-rules.ts';
import { bendDatabase } from '../bend-database.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { sayTo } from './say-to.ts';
import { SMALL_BUY } from './small-buy.ts';

let app: StartedApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const MICRO = { is_micro: '1', micro_durations: 'all 30 0.8 10 500', micro_step: '1', micro_exposure_max: '100000' };
const ORDERS = 22;
const SECONDS = 60;
/** Ends of `known` that no execution had. */
const AGO = 40;

const BENDS: readonly [what: string, statement: string, said: RegExp][] = [
  [
    'an order at the market that knew older prices',
    `update deal set known_seq = known_seq - ${AGO} where id = (select max(id) from deal where rule = 'market')`,
    /^execution \d+ \(open market\) did not keep its rule: (wrong-tick|stale-price)/,
  ],
  [
    'a stop that was met later',
    `update deal set known_seq = known_seq + 8 where rule = 'sl'`,
    /^execution \d+ \(close sl\) did not keep its rule: wrong-tick, tick \d+$/,
  ],
  [
    'a micro trade that ended earlier',
    `update micro_order set end_known = end_known - ${AGO}`,
    /^end of micro trade \d+ did not keep its rule: micro-end, tick \d+$/,
  ],
  [
    'terms that nobody can read',
    `update deal set terms = 'x' where rule = 'sl'`,
    /^execution \d+ .* did not keep its rule: it cannot be rechecked/,
  ],
];

/** A minute in which a person bought much, was stopped out of one order, and had a micro trade end. */
async function lived(db: Db): Promise<StartedApp> {
  const started = await startApp({ db, settings: MICRO, limits: WIDE_LIMITS });
  const { token } = await started.demo();
  const submit = async (path: string, fields: Record<string, string>) =>
    expect(await started.call(path, fields, { token })).toMatchObject({ code: 1 });
  for (let second = 0; second < SECONDS; second++) {
    await started.pushTick('EURUSD', (1.1 - (second % 20) / 10_000).toFixed(5));
    await started.pushTick('GBPUSD', '1.27');
    if (second < ORDERS) await submit('/v2/api/forex/submit', { ...SMALL_BUY, ...(second === 0 && { stop_loss_price: '1.0985' }) });
    if (second === 10) await submit('/v2/api/micro/submit', { forex_id: '1', type: '1', number: '50', seconds: '30' });
    await started.clock.advance(BLOCK_MS);
  }
  return started;
}

eachDatabase('the rules of executions', (open) => {
  it('D9.326 are rechecked by the operator, and what did not keep its own is named', { timeout: 60_000 }, async () => {
    const db = await open();
    app = await lived(db);
    const said = await sayTo(app, { command: 'verify' });
    expect(said.lines).toContain(`rules: ${ORDERS + 1 + 2} executions rechecked by the tape`);
    expect(said).toMatchObject({ isGood: true });
    await app.server.stop();
    app = undefined;
    const parts = { db, catalogue: await createCatalogue(db), origin: 'trade.example/tape' };
    for (const [what, statement, problem] of BENDS) {
      await bendDatabase(db, statement);
      const { failed, problems } = await verifyRules(parts);
      expect([what, failed, problems]).toEqual([what, problems.length, expect.arrayContaining([expect.stringMatching(problem)])]);
    }
    await bendDatabase(db, `update deal set fee = fee + 1000000 where kind = 'open'`);
    const { failed, problems } = await verifyRules(parts);
    expect([failed, problems.length]).toEqual([ORDERS + 2, 20]);
  });
});
