/**
 * Hands committed private events to whoever pushes them: per user in the order of their numbers, none left out, none twice. It is woken
 * after commits of this process and looks by itself for those of others.
 */
import type { Clock, Stop } from '../clock.ts';
import type { Db } from '../database/database.ts';
import {
  allSeqs,
  eventsAfterId,
  eventsOfUserAfter,
  newestEventId,
  newestSeq,
  type OutboxRow,
  removeEventsBefore,
} from '../repositories/outbox-repository.ts';

/** A committed event; `payload` is the wire's, without type, seq and uid. */
export type PublishedEvent = {
  readonly userId: number;
  readonly seq: number;
  readonly topic: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Injected clock at its commit. */
  readonly createdAtMs: number;
};

export interface OutboxPublisher {
  onEvent(listener: (event: PublishedEvent) => void): Stop;
  /** Something was committed: publish soon. */
  wake(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Events of a user after a number, in order, at most `limit`. */
  replayAfter(userId: number, seq: number, limit: number): Promise<PublishedEvent[]>;
  /** Number of the user's newest committed event; 0 when there was none. */
  position(userId: number): Promise<number>;
}

/** Fallback for commits that nobody woke us for. */
const POLL_MS = 250;
const PAGE = 500;
/** Where several write at once a lower id may be committed after a higher one: an id that is missing is waited for over so many newer ones. */
const LOOK_BACK_IDS = 200;
/** Events are kept this long; a client that was away longer reads the lists anew. */
const KEPT_MS = 24 * 3_600_000;
const CLEAN_EVERY_MS = 600_000;

const published = (row: OutboxRow): PublishedEvent => ({
  userId: row.user_id,
  seq: row.seq,
  topic: row.topic,
  // Read only for whoever listens: most people have no socket open.
  get payload() {
    return JSON.parse(row.payload) as Record<string, unknown>;
  },
  createdAtMs: row.created_at,
});

export function createOutboxPublisher(parts: { db: Db; clock: Clock }): OutboxPublisher {
  const { db, clock } = parts;
  const listeners = new Set<(event: PublishedEvent) => void>();
  /** Newest number handed out per user. */
  const positions = new Map<number, number>();
  const lookBackIds = db.dialect === 'sqlite' ? 0 : LOOK_BACK_IDS;
  let newestId = 0;
  /** Ids up to here have been seen, or are waited for no more; `seen` are those above. */
  let doneId = 0;
  const seen = new Set<number>();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let stops: Stop[] = [];

  function publish(row: OutboxRow): void {
    positions.set(row.user_id, row.seq);
    const event = published(row);
    for (const listener of listeners) listener(event);
  }

  /** Publishes what follows on for a user; a number that is not committed yet holds back those after it. */
  async function publishUser(userId: number): Promise<void> {
    const after = positions.get(userId) ?? 0;
    for (const row of await eventsOfUserAfter(db.kysely, userId, after, PAGE)) publish(row);
  }

  /** Over what was seen without a gap, and over gaps that are too old to be filled. */
  function moveDone(): void {
    while (doneId < newestId - lookBackIds || seen.has(doneId + 1)) seen.delete(++doneId);
  }

  async function publishNew(): Promise<void> {
    for (;;) {
      const rows = await eventsAfterId(db.kysely, doneId, PAGE);
      for (const row of rows) {
        seen.add(row.id);
        const position = positions.get(row.user_id) ?? 0;
        if (row.seq === position + 1) publish(row);
        // What stands between is below the ids looked at, or not committed yet.
        else if (row.seq > position) await publishUser(row.user_id);
      }
      newestId = Math.max(newestId, rows.at(-1)?.id ?? 0);
      moveDone();
      if (rows.length < PAGE) return;
    }
  }

  function run(): void {
    isWoken = true;
    running ??= (async () => {
      while (isWoken) {
        isWoken = false;
        await publishNew();
      }
    })()
      // The next poll tries again; nothing was marked as published that was not.
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
  }

  return {
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    wake: run,

    async start() {
      newestId = await newestEventId(db.kysely);
      doneId = Math.max(0, newestId - lookBackIds);
      for (const row of await allSeqs(db.kysely)) positions.set(row.user_id, row.seq);
      stops = [
        clock.every(POLL_MS, run),
        clock.every(CLEAN_EVERY_MS, () => db.transaction((trx) => removeEventsBefore(trx, clock.now() - KEPT_MS)).catch(() => {})),
      ];
    },

    async stop() {
      for (const stop of stops) stop();
      stops = [];
      await running;
    },

    replayAfter: async (userId, seq, limit) => (await eventsOfUserAfter(db.kysely, userId, seq, limit)).map(published),

    position: (userId) => newestSeq(db.kysely, userId),
  };
}
