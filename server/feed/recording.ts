/**
 * Recorded ticks from a csv or csv.gz file with a header, read by column name: `ts_ms` with `bid` and `ask`, whose mid is the price, or
 * with `price` and `qty`. A corrupt row is named by its line, counted and skipped; more than one in a hundred stops the replay.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parseDecimal } from '#domain/decimal.ts';
import type { Log } from '../log.ts';

/** Ticks that are held at once; three numbers each. */
const RECORDING_TICKS_MAX = 3_000_000;
const CORRUPT_SHARE_MAX = 0.01;
/** Corrupt rows that are named one by one; the rest is only counted. */
const NAMED_MAX = 20;
const LINE_CHARS_MAX = 10_000;
const ROWS_START = 65_536;
const TIME_MIN_MS = Date.UTC(1990, 0, 1);
const TIME_MAX_MS = Date.UTC(2100, 0, 1);
const UNITS_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A file that cannot be replayed. The message is the one line that the operator sees. */
export class RecordingError extends Error {
  override name = 'RecordingError';
}

/** Ticks in columns, in their order in the file. */
export class Recording {
  count = 0;
  /** Rows that made no sense and were skipped. */
  corrupt = 0;
  #times = new Float64Array(ROWS_START);
  #prices = new Float64Array(ROWS_START);
  #volumes = new Float64Array(ROWS_START);

  /** Unix ms as recorded. */
  timeMs(at: number): number {
    return this.#times[at] as number;
  }
  /** Price in 10^-8 units. */
  priceUnits(at: number): number {
    return this.#prices[at] as number;
  }
  /** Quantity in 10^-8 units; 0 where the source has none. */
  volumeUnits(at: number): number {
    return this.#volumes[at] as number;
  }

  add(timeMs: number, priceUnits: number, volumeUnits: number): void {
    if (this.count === this.#times.length) {
      this.#times = grown(this.#times);
      this.#prices = grown(this.#prices);
      this.#volumes = grown(this.#volumes);
    }
    this.#times[this.count] = timeMs;
    this.#prices[this.count] = priceUnits;
    this.#volumes[this.count] = volumeUnits;
    this.count++;
  }
}

function grown(column: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}

type Row = { timeMs: number; priceUnits: number; volumeUnits: number };
type RowReader = (cells: readonly string[]) => Row | undefined;

/** A decimal above zero in units that a double holds exactly. */
function units(text: string | undefined, min: bigint): bigint | undefined {
  const value = text === undefined ? undefined : parseDecimal(text);
  return value !== undefined && value >= min && value <= UNITS_MAX ? value : undefined;
}

function timeOf(text: string | undefined): number | undefined {
  const value = text !== undefined && /^\d{12,13}$/.test(text) ? Number(text) : Number.NaN;
  return value >= TIME_MIN_MS && value <= TIME_MAX_MS ? value : undefined;
}

/** How rows of a header are read. Throws `RecordingError` when the columns are not there. */
function rowReader(header: string, file: string): RowReader {
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const column = (name: string) => names.indexOf(name);
  const [time, bid, ask, price, quantity] = [column('ts_ms'), column('bid'), column('ask'), column('price'), column('qty')];
  if (time >= 0 && bid >= 0 && ask >= 0) {
    return (cells) => {
      const [timeMs, low, high] = [timeOf(cells[time]), units(cells[bid], 1n), units(cells[ask], 1n)];
      if (timeMs === undefined || low === undefined || high === undefined || high < low || (low + high) % 2n !== 0n) return undefined;
      return { timeMs, priceUnits: Number((low + high) / 2n), volumeUnits: 0 };
    };
  }
  if (time >= 0 && price >= 0) {
    return (cells) => {
      const [timeMs, at, volume] = [timeOf(cells[time]), units(cells[price], 1n), quantity < 0 ? 0n : units(cells[quantity], 0n)];
      if (timeMs === undefined || at === undefined || volume === undefined) return undefined;
      return { timeMs, priceUnits: Number(at), volumeUnits: Number(volume) };
    };
  }
  throw new RecordingError(
    `FEED_FILE ${file}: line 1 names the columns ${header.slice(0, 80)}, needed are ts_ms with bid and ask, or ts_ms with price and qty`,
  );
}

/** Reads a recording whole. Rejects with `RecordingError` (one line) when the file cannot be replayed. */
export async function loadRecording(file: string, log: Log): Promise<Recording> {
  const source = createReadStream(file);
  const unpacked = file.endsWith('.gz') ? source.pipe(createGunzip()) : source;
  // A pipe does not hand on errors of its source.
  source.on('error', (error) => unpacked.destroy(error));
  const recording = new Recording();
  try {
    await readLines(createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }), unpacked, recording, { file, log });
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    throw new RecordingError(`FEED_FILE ${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    source.destroy();
  }
  const rows = recording.count + recording.corrupt;
  if (recording.corrupt > rows * CORRUPT_SHARE_MAX) {
    throw new RecordingError(`FEED_FILE ${file}: ${recording.corrupt} of ${rows} rows are corrupt, more than 1 in 100: the replay stops`);
  }
  if (recording.count === 0) throw new RecordingError(`FEED_FILE ${file}: there is no tick in it`);
  if (recording.corrupt > 0) log.warn({ corrupt: recording.corrupt, ticks: recording.count }, 'corrupt rows of the recording were skipped');
  return recording;
}

async function readLines(
  lines: AsyncIterable<string>,
  input: NodeJS.EventEmitter,
  recording: Recording,
  { file, log }: { file: string; log: Log },
): Promise<void> {
  let failure: unknown;
  input.on('error', (error) => {
    failure = error;
  });
  let read: RowReader | undefined;
  let lineNumber = 0;
  for await (const line of lines) {
    lineNumber++;
    if (!read) {
      read = rowReader(line, file);
      continue;
    }
    if (line === '') continue;
    const row = line.length <= LINE_CHARS_MAX ? read(line.split(',')) : undefined;
    if (row) recording.add(row.timeMs, row.priceUnits, row.volumeUnits);
    else if (++recording.corrupt <= NAMED_MAX)
      log.warn({ line: lineNumber, text: line.slice(0, 80) }, `line ${lineNumber} of the recording is corrupt and skipped`);
    if (recording.count > RECORDING_TICKS_MAX) throw new RecordingError(`FEED_FILE ${file}: more than ${RECORDING_TICKS_MAX} ticks`);
  }
  if (failure) throw failure;
  if (!read) throw new RecordingError(`FEED_FILE ${file}: it is empty`);
}
