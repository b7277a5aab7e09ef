/** Two desks of one market: one writes the tape, the other follows it, and the evaluator is at either, at both or nowhere, slow or killed. */
import type { Db } from '#server/database/database.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { gatedDb } from './held-db.ts';
import type { ModelRules } from './model-books.ts';
import { mortalDb } from './mortal-db.ts';
import { type Desk, openDesk } from './trading-fixture.ts';

/** So little that acts are often beyond it. */
const NARROW = { ticksMax: 4, effectsMax: 1, slicesMax: 1 };

export class LateDesks {
  readonly #db: Db;
  readonly #isOpenAt: (productId: number, timeMs: number) => boolean;
  /** Writes the tape; its evaluator can be shut off from the database and killed. */
  home!: Desk;
  #homeDb!: ReturnType<typeof gatedDb> & { dieAt: ReturnType<typeof mortalDb>['dieAt'] };
  /** Follows the tape, and may judge little at a time. */
  away!: Desk;
  #isHomeEvaluating = false;

  constructor(db: Db, isOpenAt: (productId: number, timeMs: number) => boolean) {
    this.#db = db;
    this.#isOpenAt = isOpenAt;
  }

  /** The operator's settings from the next tick on. */
  async setRules({ stopOutLevel, callLevel, feeType }: ModelRules): Promise<void> {
    await this.#db.transaction(async (trx) => {
      await putSetting(trx, 'stop_out_level', String(stopOutLevel));
      await putSetting(trx, 'margin_call_level', String(callLevel));
      await putSetting(trx, 'trade_fee_type', feeType);
    });
  }

  /** The one clock, the market hours and the rules of all desks. */
  get world() {
    return { ...(this.home ? { clock: this.home.clock } : {}), isOpenAt: this.#isOpenAt, rules: createRuleKeeper };
  }

  async begin(): Promise<void> {
    await this.#openHome();
    this.away = await openDesk(this.#db, { ...this.world, isFollowing: true, isEvaluating: false, judging: NARROW });
  }

  async end(): Promise<void> {
    for (const desk of [this.home, this.away]) {
      await desk.desk.stop();
      await desk.tape.stop();
    }
  }

  async #openHome(): Promise<void> {
    const mortal = mortalDb(this.#db);
    this.#homeDb = Object.assign(gatedDb(mortal), { dieAt: mortal.dieAt });
    this.home = await openDesk(this.#db, { ...this.world, isEvaluating: false, evaluatorDb: this.#homeDb });
    this.home.tape.start();
  }

  /** One of six things happens to the evaluators; `ticks` come while one dies. */
  async moveEvaluator(kind: number, moment: 'before commit' | 'after commit', ticks: () => Promise<void>): Promise<void> {
    if (kind === 0) return this.#startHome();
    if (kind === 1) return this.away.desk.startEvaluator();
    if (kind === 2) return this.#stopHome();
    if (kind === 3) return this.away.desk.stopEvaluator();
    if (kind === 4) return this.#homeDb.shut();
    // Killed at its next transaction, or, where it needs none, between two of them. The next process has heard no price until somebody speaks.
    if (this.#isHomeEvaluating) this.#homeDb.dieAt(1, moment);
    await ticks();
    await this.#stopHome();
    await this.home.desk.stop();
    await this.home.tape.stop();
    await this.#openHome();
  }

  /** Resolves when one evaluator, at home, has seen to everybody. */
  async judgeAll(): Promise<void> {
    await this.away.desk.stopEvaluator();
    // One that pauses, since another moved its cursor, is loaded again at once.
    await this.#stopHome();
    await this.#startHome();
    await this.home.desk.caughtUp();
  }

  async #startHome(): Promise<void> {
    this.#homeDb.open();
    this.#isHomeEvaluating = true;
    await this.home.desk.startEvaluator();
  }

  async #stopHome(): Promise<void> {
    this.#homeDb.open();
    this.#isHomeEvaluating = false;
    await this.home.desk.stopEvaluator();
  }
}
