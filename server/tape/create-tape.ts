/** The tape of a server with the log of its blocks, opened where they ended. Throws `TapeLogError` when this node may not go on from there. */
import type { Clock } from '../clock/clock.ts';
import type { ClockWatch } from '../clock/clock-watch.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { openTapeLog } from './log/open-log.ts';
import { BODY_KEEP_MS } from './log/prune-bodies.ts';
import type { TapeLog } from './log/tape-log.ts';
import { createPriceTape, type PriceTape } from './price-tape.ts';

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
