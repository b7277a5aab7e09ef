/**
 * Keeps the running micro trades of the person true: reads them, hands them to the engine, which values them at every tick, and after the end
 * of one asks what became of it. Fetched with the first screen, or the first push, that has to do with micro trades.
 */
import type { MicroTrade } from '#domain/micro-trade.ts';
import { microPage } from '#rest/micro.ts';
import { putOrder } from '../../engine/watch.ts';
import { request } from '../../requests/request.ts';
import { listen } from '../../state/events.ts';
import { onLive } from '../../state/link.ts';
import { endsAt, giveUpMicro, lateMicros, microStatus, onMicroEnded, runningMicros, takeMicro } from '../../state/micro-trades.ts';
import { invalidate } from '../../state/query.ts';
import { sessionNumber, sessionStatus } from '../../state/session.ts';

/** After the end of a trade its list is read again so late, so often and so many times; then it is 'settling' (decision D1.4.15). */
const RELOAD_AFTER_MS = 1_000;
const RELOAD_EVERY_MS = 1_000;
const RELOADS_MAX = 10;
/** A person may run 20 at a time; pages of a list are of ten. */
const PAGES_MAX = 5;
/** First part of the keys of the lists on screen. */
export const MICRO_KEY = 'micros';

const reloads = new Map<number, number>();
/** When the list is read after the end of a trade that this page saw running, in ms of `performance.now()`: whatever was pushed by then. */
const afterEnd = new Map<number, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isStarted = false;
let reading: Promise<void> | undefined;
let next: Promise<void> | undefined;

/** Reads the running trades now, and from now on after every reconnect. */
export function startMicros(): void {
  begin();
  void readMicros();
}

function begin(): void {
  if (isStarted) return;
  isStarted = true;
  listen('resync', () => void readMicros());
  // A link that is back tells what was missed; what could not be read it does not.
  onLive(() => {
    if (microStatus.peek() === 'failed') void readMicros();
  });
  onMicroEnded((trade) => {
    void invalidate(MICRO_KEY);
    const session = sessionNumber.peek();
    void import('./micro-toasts.ts').then(({ toastMicro }) => toastMicro(trade, session));
  });
  sessionNumber.subscribe(() => afterEnd.clear());
  runningMicros.subscribe(schedule);
}

/** Takes a trade of a push, which the engine has already. */
export function trackPushedMicro(trade: MicroTrade): void {
  begin();
  takeMicro(trade);
}

/** Takes a trade of a reply or a list, and hands it to the engine. */
export function trackMicro(trade: MicroTrade): void {
  takeMicro(trade);
  putOrder(trade);
}

/** One reading at a time, and one that begins after it for all who ask meanwhile: an answer to an earlier question may be older than what has happened. */
export function readMicros(): Promise<void> {
  if (reading) {
    next ??= reading.then(() => {
      next = undefined;
      return readMicros();
    });
    return next;
  }
  reading = read().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function read(): Promise<void> {
  if (sessionStatus.peek() !== 'in') return;
  const session = sessionNumber.peek();
  const before = runningMicros.peek();
  try {
    const trades = await pages('running', ({ trades: found, total }) => found.length >= total);
    if (session !== sessionNumber.peek()) return;
    for (const trade of trades) trackMicro(trade);
    const missing = new Set(before.map(({ id }) => id).filter((id) => !trades.some((trade) => trade.id === id)));
    if (missing.size > 0) await readEnded(missing, session);
    microStatus.value = 'ready';
  } catch {
    if (session === sessionNumber.peek() && microStatus.peek() === 'loading') microStatus.value = 'failed';
  }
}

/** What has left the running ones has ended; one that is not among those either has only just begun, and stays. */
async function readEnded(ids: ReadonlySet<number>, session: number): Promise<void> {
  const trades = await pages('closed', ({ trades: found, total }) => {
    const known = new Set(found.map(({ id }) => id));
    return found.length >= total || [...ids].every((id) => known.has(id));
  });
  if (session !== sessionNumber.peek()) return;
  for (const trade of trades) if (ids.has(trade.id)) trackMicro(trade);
}

type Found = { readonly trades: readonly MicroTrade[]; readonly total: number };

/** Pages of a list from the newest on, until `isEnough`. */
async function pages(list: 'running' | 'closed', isEnough: (found: Found) => boolean): Promise<readonly MicroTrade[]> {
  const trades: MicroTrade[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    // A key of its own: a list on screen reads the same pages.
    const found = await microPage(request, { list, page }, { silent: true, key: `micro-life ${list} ${page}` });
    trades.push(...found.trades);
    if (found.trades.length === 0 || isEnough({ trades, total: found.total })) break;
  }
  return trades;
}

/** The next reading after the end of a trade, by the page's monotonic count. */
function schedule(): void {
  clearTimeout(timer);
  const running = runningMicros.peek();
  for (const id of reloads.keys()) if (!running.some((trade) => trade.id === id)) reloads.delete(id);
  for (const { id } of running) if (!reloads.has(id)) afterEnd.set(id, endsAt(id) + RELOAD_AFTER_MS);
  const dueAt = Math.min(...running.map(dueAtOf), ...afterEnd.values());
  // A timer leaves out what is not a whole ms: it would come too early, and the list would be read twice.
  if (Number.isFinite(dueAt)) timer = setTimeout(() => void reload(), Math.max(0, Math.ceil(dueAt - performance.now())));
}

const dueAtOf = ({ id }: MicroTrade): number =>
  lateMicros.peek().has(id) ? Number.POSITIVE_INFINITY : endsAt(id) + RELOAD_AFTER_MS + (reloads.get(id) ?? 0) * RELOAD_EVERY_MS;

async function reload(): Promise<void> {
  const now = performance.now();
  for (const [id, at] of afterEnd) if (at <= now) afterEnd.delete(id);
  const due = runningMicros.peek().filter((trade) => dueAtOf(trade) <= now);
  for (const { id } of due) reloads.set(id, (reloads.get(id) ?? 0) + 1);
  await readMicros();
  for (const { id } of due) if ((reloads.get(id) ?? 0) >= RELOADS_MAX) giveUpMicro(id);
  schedule();
}
