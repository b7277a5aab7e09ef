/**
 * Which node leads: the one that holds an advisory lock of PostgreSQL on a connection of its own. The database frees the lock when
 * that connection ends or falls silent; every other node asks for it five times a second. The lock only saves work: what holds a
 * former leader back is the term that each of its transactions must prove (`fenced-db.ts`). On SQLite the one process always leads.
 */
import type { Clock, Stop } from '../clock/clock.ts';
import type { Db, DbSession, Trx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { holdTerm, nextTerm } from '../repositories/term-repository.ts';
import { fencedDb, NotLeadingError } from './fenced-db.ts';

/** What begins and ends with leadership. Never called side by side. */
export interface Duties {
  lead(): Promise<void>;
  follow(): Promise<void>;
}

export interface Leadership {
  isLeader(): boolean;
  /** What only the leader may write through; `undefined` where nobody else can write. */
  readonly leaderDb: Db | undefined;
  /** Takes a role, and another whenever it changes. Resolves when the first one is taken. */
  start(duties: Duties): Promise<void>;
  /** Keeps the role as it is until `stop`; for a node that is about to stop. */
  hold(): Promise<void>;
  /** Gives the lead up: another node may have it at once. */
  stop(): Promise<void>;
}

/** Any constant of our own; the second part of the lock is the schema. */
const LEADER_LOCK = 7_170_043;
/** How often a follower asks for the lock, and a leader shows that it lives. */
const BEAT_MS = 200;
/** The database ends a leader's connection, and with it its lead, when it was silent for so long: frozen, or cut off. */
const SILENT_MS_MAX = 3_000;
/** A successor waits for transactions of its predecessor that are under way. */
const TERM_TIMEOUT_MS = 5_000;
const KEEP_ALIVE = 'set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2';
const TAKE_LOCK = 'select pg_try_advisory_lock($1, hashtext(current_schema())) as won';

type Parts = { readonly db: Db; readonly clock: Clock; readonly log: Log };

/** The one process of a SQLite database. */
function alone(): Leadership {
  return { isLeader: () => true, leaderDb: undefined, start: (duties) => duties.lead(), hold: async () => {}, stop: async () => {} };
}

class ElectedLeadership implements Leadership {
  readonly leaderDb: Db;
  readonly #parts: Parts;
  readonly #openSession: () => Promise<DbSession>;
  #session: DbSession | undefined;
  /** Of this node's lead; 0 while it follows. */
  #term = 0;
  #duties: Duties | undefined;
  #isHeld = false;
  #isWarned = false;
  #turn: Promise<void> = Promise.resolve();
  #stopBeat: Stop = () => {};
  #beating: Promise<void> = Promise.resolve();

  constructor(parts: Parts, openSession: () => Promise<DbSession>) {
    this.#parts = parts;
    this.#openSession = openSession;
    this.leaderDb = fencedDb(parts.db, (trx) => this.#fence(trx));
  }

  isLeader(): boolean {
    return this.#term > 0;
  }

  async start(duties: Duties): Promise<void> {
    this.#duties = duties;
    await this.#beat();
    if (!this.isLeader()) this.#take(() => duties.follow());
    this.#stopBeat = this.#parts.clock.every(BEAT_MS, () => {
      this.#beating = this.#beat();
      return this.#beating;
    });
    await this.#turn;
  }

  async hold(): Promise<void> {
    this.#isHeld = true;
    await this.#beating;
    await this.#turn;
  }

  async stop(): Promise<void> {
    await this.hold();
    this.#stopBeat();
    await this.#beating;
    this.#term = 0;
    const session = this.#session;
    this.#session = undefined;
    // Said aloud, since the database may take a moment to notice that the connection ended.
    await session?.query('select pg_advisory_unlock_all()').catch(() => {});
    await session?.close();
  }

  async #beat(): Promise<void> {
    try {
      this.#session ??= await this.#newSession();
      if (this.isLeader()) await this.#session.query('select 1');
      else if (!this.#isHeld) await this.#tryToLead(this.#session);
      this.#isWarned = false;
    } catch (error) {
      if (!this.#isWarned) this.#parts.log.warn({ err: error }, 'no connection for the question who leads');
      this.#isWarned = true;
      this.#lose('the connection that holds the lead failed');
    }
  }

  async #newSession(): Promise<DbSession> {
    const session = await this.#openSession();
    session.onLost(() => {
      if (this.#session === session) this.#lose('the connection that holds the lead was lost');
    });
    await session.query(`set idle_session_timeout = ${SILENT_MS_MAX}`);
    for (const setting of KEEP_ALIVE.split('; ')) await session.query(setting);
    return session;
  }

  async #tryToLead(session: DbSession): Promise<void> {
    const [lock] = await session.query(TAKE_LOCK, { values: [LEADER_LOCK] });
    if (lock?.won !== true) return;
    const term = await nextTerm(session, TERM_TIMEOUT_MS);
    if (this.#session !== session) return;
    this.#term = term;
    this.#parts.log.info({ term }, 'this node leads');
    this.#take(async () => {
      if (this.isLeader()) await this.#duties?.lead();
    });
  }

  /** Roles are taken one after another. A lead that cannot be taken up is given up, for another node to try. */
  #take(role: () => Promise<void>): void {
    this.#turn = this.#turn.then(role).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'a change of role failed');
      this.#lose('its duties could not be taken up');
    });
  }

  #lose(reason: string): void {
    const session = this.#session;
    this.#session = undefined;
    void session?.close();
    if (!this.isLeader()) return;
    this.#parts.log.warn({ term: this.#term, reason }, 'this node leads no more');
    this.#term = 0;
    if (!this.#isHeld) this.#take(async () => this.#duties?.follow());
  }

  async #fence(trx: Trx): Promise<void> {
    const term = this.#term;
    if (term > 0 && (await holdTerm(trx, term))) return;
    if (term > 0 && term === this.#term) this.#lose('another node has taken over');
    throw new NotLeadingError('this node does not lead: nothing was written');
  }
}

/** `clock` measures the connection, not the market: the machine's own. */
export function createLeadership(parts: Parts): Leadership {
  const { openSession } = parts.db;
  return openSession ? new ElectedLeadership(parts, openSession) : alone();
}
