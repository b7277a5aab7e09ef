/**
 * Hands committed private events to anyone who pushes them: per user in the order of their numbers, none left out, none twice. It is woken
 * after commits of this process and looks by itself for those of others.
 */
import { HOUR_MS } from '#domain/time-units.ts';
import type { Clock, Stop } from '../../clock/clock.ts';
import type { Db } from '../../database/database.ts';
import { BoundedMap } from '../../limits/bounded-map.ts';
import {
  eventsAfterId,
  eventsOfUserAfter,
  newestEvents,
  newestPosition,
  type OutboxPosition,
  type OutboxRow,
  removeEventsBefore,
} from '../../repositories/outbox-repository.ts';

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
  /** Where the user's committed events are. */
  position(userId: number): Promise<OutboxPosition>;
}

/** Fallback for commits that nobody woke us for. */
const POLL_MS = 250;
const PAGE = 500;
/** Where several write at once a lower id may be committed after a higher one: an id that is missing is waited for over so many newer ones. */
const LOOK_BACK_IDS = 200;
/** Events are kept this long; a client that was away longer reads the lists anew. */
const KEPT_MS = 24 * HOUR_MS;
const CLEAN_EVERY_MS = 600_000;
/** People whose last number is remembered; anyone who is forgotten begins again with the next event that is seen of them. */
const PEOPLE_MAX = 50_000;

const published = (row: OutboxRow): PublishedEvent => ({
  userId: row.user_id,
  seq: row.seq,
  topic: row.topic,
  // Read only for anyone who listens: most people have no socket open.
  get payload() {
    return JSON.parse(row.payload) as Record<string, unknown>;
  },
  createdAtMs: row.created_at,
});

/** Which ids have been seen. One that is missing below the newest may still be committed: it is waited for over so many newer ones. */
class SeenIds {
  readonly lookBackIds: number;
  /** Ids up to here have been seen, or are waited for no more; `#seen` are those above. */
  doneId = 0;
  #newestId = 0;
  readonly #seen = new Set<number>();

  constructor(lookBackIds: number) {
    this.lookBackIds = lookBackIds;
  }

  has(id: number): boolean {
    return this.#seen.has(id);
  }

  add(id: number): void {
    if (id > this.doneId) this.#seen.add(id);
  }

  /** Goes on over what was seen without a gap, and over gaps that are too old to be filled. `newestId`: the newest id that was read. */
  moveTo(newestId: number): void {
    this.#newestId = Math.max(this.#newestId, newestId);
    if (this.#seen.size === 0) this.doneId = Math.max(this.doneId, this.#newestId - this.lookBackIds);
    while (this.doneId < this.#newestId - this.lookBackIds || this.#seen.has(this.doneId + 1)) this.#seen.delete(++this.doneId);
  }
}

/** Reads committed events and gives each on once, a person's in the order of their numbers. */
class EventReader {
  readonly #db: Db;
  readonly #publish: (row: OutboxRow) => void;
  /** Newest number handed out, by person, of those who had an event since the start or shortly before. */
  readonly #positions = new BoundedMap<number>(PEOPLE_MAX);
  readonly #seen: SeenIds;

  constructor(db: Db, publish: (row: OutboxRow) => void) {
    this.#db = db;
    this.#publish = publish;
    this.#seen = new SeenIds(db.dialect === 'sqlite' ? 0 : LOOK_BACK_IDS);
  }

  /** Publishes what follows on for a user; a number that is not committed yet holds back those after it. */
  async #publishUser(userId: number, after: number): Promise<void> {
    for (const row of await eventsOfUserAfter(this.#db.kysely, userId, after, PAGE)) this.#give(row);
  }

  async publishNew(): Promise<void> {
    for (;;) {
      const rows = await eventsAfterId(this.#db.kysely, this.#seen.doneId, PAGE);
      for (const row of rows) {
        if (this.#seen.has(row.id)) continue;
        // A person's numbers are committed in their order and with rising ids: the first that is new here follows what was told before.
        const position = this.#positions.get(String(row.user_id)) ?? row.seq - 1;
        if (row.seq === position + 1) this.#give(row);
        // What is between is below the ids looked at.
        else if (row.seq > position) await this.#publishUser(row.user_id, position);
        this.#seen.add(row.id);
      }
      this.#seen.moveTo(rows.at(-1)?.id ?? 0);
      if (rows.length < PAGE) return;
    }
  }

  /** What is committed now is not news; of the ids that are looked at again, those that are missing may still come. */
  async begin(): Promise<void> {
    const newest = await newestEvents(this.#db.kysely, this.#seen.lookBackIds + 1);
    const newestId = newest[0]?.id ?? 0;
    this.#seen.moveTo(newestId);
    for (const row of newest.reverse()) {
      this.#positions.set(String(row.user_id), row.seq);
      this.#seen.add(row.id);
    }
    this.#seen.moveTo(newestId);
  }

  #give(row: OutboxRow): void {
    this.#positions.set(String(row.user_id), row.seq);
    this.#publish(row);
  }
}

export function createOutboxPublisher(parts: { db: Db; clock: Clock }): OutboxPublisher {
  const { db, clock } = parts;
  const listeners = new Set<(event: PublishedEvent) => void>();
  const reader = new EventReader(db, publish);
  let running: Promise<void> | undefined;
  let isWoken = false;
  let stops: Stop[] = [];

  function publish(row: OutboxRow): void {
    const event = published(row);
    for (const listener of listeners) listener(event);
  }

  function run(): void {
    isWoken = true;
    running ??= (async () => {
      while (isWoken) {
        isWoken = false;
        await reader.publishNew();
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
      await reader.begin();
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

    position: (userId) => newestPosition(db.kysely, userId),
  };
}
