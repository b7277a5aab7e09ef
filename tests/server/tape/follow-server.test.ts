/** `--follow` beside a running server: everything it serves of its log is rechecked, and a tick that was changed behind its back is found. */
import { afterEach, expect, it } from 'vitest';
import type { ReadLog } from '#server/verifier/follow-log.ts';
import { runVerifier } from '#server/verifier/run-verifier.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';

const SECONDS = 290;
let app: StartedApp;
afterEach(() => app?.close());

const read: ReadLog = async (path) => {
  const reply = await app.app.inject(`/tape/${path}`);
  return reply.statusCode === 200 ? new Uint8Array(reply.rawPayload) : undefined;
};

async function follow() {
  const lines: string[] = [];
  const exit = await runVerifier(['--follow', 'http://127.0.0.1/tape'], { print: (line) => lines.push(line), readLog: () => read });
  return { exit, text: lines.join('\n') };
}

eachDatabase('a running log that is followed', (open) => {
  it('D9.289 is whole, with what is forgotten of it; a body that was changed is named', async () => {
    app = await startApp({ db: await open() });
    for (let second = 0; second < SECONDS; second++) {
      await app.pushTick('EURUSD', `1.0${8000 + (second % 500)}`);
      await app.clock.advance(1_000);
    }
    const whole = await follow();
    expect(whole.text).toMatch(/: \d{3} blocks, \d+ ticks, (\d+) of them with their ticks, 1 summaries: all as signed$/);
    expect(whole.exit).toBe(0);
    const body = await app.db.transaction(async (trx) => {
      const row = await trx.selectFrom('tape_body').select('body').where('height', '=', 40).executeTakeFirstOrThrow();
      await trx.deleteFrom('tape_body').where('height', '=', 40).execute();
      return new Uint8Array(row.body);
    });
    expect((await follow()).exit).toBe(0);
    const changed = body.map((byte, at) => (at === body.length - 1 ? byte ^ 1 : byte));
    await app.db.transaction((trx) =>
      trx
        .insertInto('tape_body')
        .values({ height: 40, body: Buffer.from(changed) })
        .execute(),
    );
    expect(await follow()).toEqual({ exit: 1, text: 'block 40: its ticks are not those that were signed' });
  });
});
