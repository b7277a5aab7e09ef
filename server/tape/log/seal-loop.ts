/**
 * Seals the seconds that have ended, one after another: a transaction for each, then the file `newest`, then memory. While the blocks
 * from before the log are added to it, while the first signature waits, and once somebody has objected, seconds stay in their groups.
 */
import type { Clock } from '../../clock/clock.ts';
import type { Db } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import { newestBlock } from '../../repositories/tape-repository.ts';
import type { TapeMemory } from '../tape-memory.ts';
import { BlockSealer } from './block-sealer.ts';
import { moveChain } from './move-chain.ts';
import type { TapeLog } from './tape-log.ts';

/** Blocks that one turn seals at most: a start after a pause has more than one. */
const SEAL_BLOCKS_MAX = 20;
/** Between two batches of the chain: the running server comes first. */
const CHAIN_PAUSE_MS = 50;

type Parts = { readonly db: Db; readonly clock: Clock; readonly log: Log; readonly memory: TapeMemory; readonly tapeLog: TapeLog };

export class SealLoop {
  readonly #parts: Parts;
  readonly #sealer: BlockSealer;
  /** Nobody knows whether the last block came through, or its checkpoint is not published yet. */
  #isUnsure = false;
  #isWanted = true;
  #isChainMoved = false;
  #moving: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sealer = new BlockSealer(parts.tapeLog);
  }

  /** Nothing more is sealed. Resolves when nothing is being moved. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#moving;
  }

  /** Seals what has ended by `nowMs`. Never rejects: what could not be sealed waits for the next turn. */
  async run(nowMs: number): Promise<void> {
    const { db, memory, tapeLog, log } = this.#parts;
    if (!this.#isWanted || !(await this.#hasLeaves()) || !tapeLog.maySign) return;
    try {
      if (this.#isUnsure) await this.#reload();
      for (let count = 0; count < SEAL_BLOCKS_MAX && tapeLog.maySign; count++) {
        const sealed = await db.transaction((trx) => this.#sealer.seal(trx, nowMs));
        if (!sealed) return;
        this.#isUnsure = true;
        await tapeLog.publish(sealed.block);
        sealed.committed();
        memory.sealedMs = sealed.block.time_ms;
        this.#isUnsure = false;
      }
    } catch (error) {
      log.error({ err: error }, 'a block could not be sealed and waits');
      this.#isUnsure = true;
      await this.#reload().catch((reason: unknown) => log.error({ err: reason }, 'the head of the tape could not be read'));
    }
  }

  /** What was committed is published, and sealing goes on behind it. */
  async #reload(): Promise<void> {
    const { db, memory, tapeLog } = this.#parts;
    await tapeLog.refresh();
    memory.sealedMs = (await newestBlock(db.kysely))?.time_ms ?? 0;
    this.#isUnsure = false;
  }

  /** Whether every block is a leaf. The others become leaves a batch at a time, the first in this turn and the rest beside it. */
  async #hasLeaves(): Promise<boolean> {
    if (this.#isChainMoved || this.#moving) return this.#isChainMoved;
    const { db, clock, log } = this.#parts;
    const moveNext = async () => {
      this.#isChainMoved = await moveChain(db);
      return this.#isWanted && !this.#isChainMoved;
    };
    const moveOthers = async () => {
      do await clock.sleep(CHAIN_PAUSE_MS);
      while (await moveNext());
    };
    const failed = (error: unknown) => log.error({ err: error }, 'blocks of the chain could not become leaves and wait');
    try {
      if (await moveNext())
        this.#moving = moveOthers()
          .catch(failed)
          .finally(() => {
            this.#moving = undefined;
          });
    } catch (error) {
      failed(error);
    }
    return this.#isChainMoved;
  }
}
