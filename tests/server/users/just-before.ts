/** An act, and what happens wholly just before one of its transactions begins: between the looking and the writing. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '#server/database/database.ts';
import { type StartedApp, startApp } from '../start-app.ts';

/** `nth`: of the transactions of the act, from 1 on. */
type JustBefore = <A>(act: () => Promise<A>, nth: number, meanwhile: () => Promise<unknown>) => Promise<A>;

export async function stageJustBefore(
  db: Db,
  options: Parameters<typeof startApp>[0] = {},
): Promise<{ app: StartedApp; justBefore: JustBefore }> {
  const acting = new AsyncLocalStorage<{ left: number; readonly meanwhile: () => Promise<unknown> }>();
  const staged: Db = {
    ...db,
    transaction(work) {
      const act = acting.getStore();
      if (!act) return db.transaction(work);
      act.left -= 1;
      if (act.left !== 0) return db.transaction(work);
      return acting.exit(act.meanwhile).then(() => db.transaction(work));
    },
  };
  const app = await startApp({ ...options, db: staged });
  const justBefore: JustBefore = async (act, nth, meanwhile) => {
    const state = { left: nth, meanwhile };
    const result = await acting.run(state, act);
    if (state.left > 0) throw new Error(`the act had ${nth - state.left} transactions, and ${nth} were waited for`);
    return result;
  };
  return { app, justBefore };
}
