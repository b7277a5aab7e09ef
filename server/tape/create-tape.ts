/** The tape of a server with the log of its blocks, opened where they ended. Throws `TapeLogError` when this node may not go on from there. */
import { DAY_MS } from '#domain/bucket.ts';
import type { Clock } from '../clock/clock.ts';
import type { ClockWatch } from '../clock/clock-watch.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { openTapeLog } from './log/open-log.ts';
import type { TapeLog } from './log/tape-log.ts';
import { createPriceTape, type PriceTape } from './price-tape.ts';

/** How long bodies are kept that prove no fill (decision D9.291). */
const BODY_KEEP_MS = { demo: 2 * DAY_MS, production: 7 * DAY_MS } as const;

type Parts = {
  readonly config: Pick<Config, 'profile' | 'tapeKeyDir' | 'tapeOrigin'>;
  readonly db: Db;
  readonly leaderDb: Db | undefined;
  readonly clock: Clock;
  readonly watch: ClockWatch;
  readonly log: Log;
};

export async function createTape({ config, ...parts }: Parts): Promise<{ tape: PriceTape; tapeLog: TapeLog }> {
  const tapeLog = await openTapeLog({ ...parts, keyDir: config.tapeKeyDir, origin: config.tapeOrigin });
  return { tape: await createPriceTape({ ...parts, tapeLog, bodyKeepMs: BODY_KEEP_MS[config.profile] }), tapeLog };
}
