/** What can go wrong with a database that is nobody's bad input: each is answered 503 at the edge and harms no data. */

type DatabaseTrouble = 'full' | 'busy' | 'lost';

/** The database cannot take work now. The transaction it came from was rolled back whole (or, for 'lost', may have been committed). */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly trouble: DatabaseTrouble;

  constructor(trouble: DatabaseTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** A start that cannot go on; `message` is the one line to show. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** Disk full; out of memory; too many connections; the server goes down or comes up; a statement took too long. */
const POSTGRES_TROUBLE: Readonly<Record<string, DatabaseTrouble>> = {
  '53100': 'full',
  '53200': 'busy',
  '53300': 'busy',
  '57014': 'busy',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'lost',
  '08000': 'lost',
  '08003': 'lost',
  '08006': 'lost',
  ECONNREFUSED: 'lost',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ENOENT: 'lost',
};
/** What the pool says without a code when it finds no connection in time or loses one. */
const LOST_MESSAGE = /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

type CodedError = { code?: unknown; errcode?: unknown; message?: unknown };

function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errcode, message } = error as CodedError;
  // The low byte of a SQLite code is the error; the rest narrows it.
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL) return 'full';
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY) return 'busy';
  if (typeof code === 'string' && Object.hasOwn(POSTGRES_TROUBLE, code)) return POSTGRES_TROUBLE[code];
  return typeof message === 'string' && LOST_MESSAGE.test(message) ? 'lost' : undefined;
}

const TROUBLE_TEXT: Readonly<Record<DatabaseTrouble, string>> = {
  full: 'the database is full: nothing was written; free some disk space',
  busy: 'the database is busy: nothing was written; try again',
  lost: 'the connection to the database was lost',
};

/** The error itself, or a `DatabaseUnavailableError` around it when the database, not the caller, is the cause. */
export function asDatabaseError(error: unknown): unknown {
  const trouble = troubleOf(error);
  return trouble && !(error instanceof DatabaseUnavailableError)
    ? new DatabaseUnavailableError(trouble, TROUBLE_TEXT[trouble], { cause: error })
    : error;
}

/** Read-only, input or output error, corrupt, cannot be opened, no database: an operator must mend the file. */
const SQLITE_UNUSABLE: readonly number[] = [8, 10, 11, 14, 26];

/** True when SQLite cannot use its file at all. */
export function isUnusableFile(error: unknown): boolean {
  const code = (error as CodedError | null)?.errcode;
  return typeof code === 'number' && SQLITE_UNUSABLE.includes(code & 0xff);
}

/** True when PostgreSQL cannot run a statement that the connection keeps by name, since a table has changed meanwhile. */
export const isPlanOutdated = (error: unknown): boolean => (error as CodedError | null)?.code === '0A000';

/** True for a serialization failure, a deadlock or an outdated statement of PostgreSQL: the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  const code = (error as CodedError | null)?.code;
  return code === '40001' || code === '40P01' || isPlanOutdated(error);
}
