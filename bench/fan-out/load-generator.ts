/**
 * The load, in a process of its own: sockets that all watch the same products. Each batch must reach every socket, whole and in order; of
 * each it is noted when. Batches are compared as bytes, so that the reading costs less than the sending.
 */
import { WebSocket } from 'ws';
import { QUOTE_HEAD, QUOTE_ROW } from '../../src/protocol/quote-row.ts';
import { SOCKET_PATH, TOPIC } from '../../src/protocol/socket.ts';
import type { BatchReport, LoadCommand, LoadPlan, LoadReport } from './fan-out-plan.ts';

const OPEN_AT_ONCE = 50;
const FAULTS_MAX = 5;
/**
 * Asking for every product's state again and again fills what the network between two processes holds. A round is far below the messages
 * of one socket that may wait in the server, which closes it beyond: a busy server may read two rounds at once.
 */
const FILL_ROUNDS = 30;
const FILL_PER_ROUND = 10;
const SEQ = /^\{"type":"DAY_MARKET","seq":(\d+),/;

type Batch = { readonly body: Buffer; readonly n: number; readonly times: number[] };
type Reader = { readonly socket: WebSocket; seq: number };
/** Batches that were under way when the measurement began. */
const BEGUN_MAX = 5;
const LAST_WITHIN_MS = 10_000;
const POLL_MS = 20;
/** What a batch begins with tells its first row's number and time: enough to know it by. */
const KEY_BYTES = 110;

let readers: Reader[] = [];
let slow: WebSocket[] = [];
/** In the order in which they came first. */
let batches = new Map<string, Batch>();
let faults: string[] = [];
let isMeasuring = false;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const fault = (text: string): void => void (faults.length < FAULTS_MAX && faults.push(text));

/** Sequence and what follows it, which is the same for every socket. */
function split(data: Buffer, isBinary: boolean): { seq: number; body: Buffer } | undefined {
  if (isBinary) {
    // Behind the words of the envelope stands the sequence, in one to five bytes.
    const at = data.indexOf('seq') + 3;
    const bytes = { 204: 1, 205: 2, 206: 4 }[data[at] as number] ?? 0;
    const seq = bytes === 0 ? (data[at] as number) : data.readUIntBE(at + 1, bytes);
    return { seq, body: data.subarray(at + 1 + bytes) };
  }
  const found = SEQ.exec(data.toString('latin1', 0, 48));
  return found ? { seq: Number(found[1]), body: data.subarray(found[0].length) } : undefined;
}

/** The newest number in a batch. */
function newestOf(body: Buffer, isBinary: boolean): number {
  if (!isBinary) return Math.max(...[...body.toString('latin1').matchAll(/"n":(\d+)/g)].map((match) => Number(match[1])));
  // The word "bin", the tag of its length and the length, the head, the rows.
  const headAt = 5 + ({ 196: 1, 197: 2, 198: 4 }[body[4] as number] ?? 0);
  const rowsAt = headAt + QUOTE_HEAD.bytes;
  const base = body.readDoubleLE(headAt + QUOTE_HEAD.n);
  let newest = 0;
  for (let at = rowsAt; at < body.length; at += QUOTE_ROW.bytes) {
    newest = Math.max(newest, base + ((body.readUInt16LE(at + QUOTE_ROW.n) - (base % 65_536) + 65_536) & 0xffff));
  }
  return newest;
}

function take(reader: Reader, data: Buffer, isBinary: boolean): void {
  const now = Date.now();
  const read = split(data, isBinary);
  if (!read) return;
  if (reader.seq >= 0 && read.seq !== reader.seq + 1) fault(`a socket got number ${read.seq} after ${reader.seq}`);
  reader.seq = read.seq;
  if (!isMeasuring) return;
  const key = read.body.toString('latin1', 0, KEY_BYTES);
  const batch = batches.get(key);
  if (!batch) batches.set(key, { body: read.body, n: newestOf(read.body, isBinary), times: [now] });
  else if (!batch.body.equals(read.body)) fault(`the batch up to ${batch.n} is not the same in every socket`);
  else batch.times.push(now);
}

function connect(plan: LoadPlan, onMessage: (socket: WebSocket, data: Buffer, isBinary: boolean) => void): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${plan.url.replace('http', 'ws')}${SOCKET_PATH}`, { perMessageDeflate: false, skipUTF8Validation: true });
    const say = (message: object) => socket.send(JSON.stringify(message));
    socket.on('open', () => {
      say({ type: 'hello', v: 2, lang: 'en', profile: plan.profile, id: 1 });
      say({ type: 'sub', topic: TOPIC.quotes, id: 2, symbols: plan.symbols });
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary && (data as Buffer).toString('latin1', 0, 30).includes('"sub"')) resolve(socket);
      else onMessage(socket, data as Buffer, isBinary);
    });
    socket.on('error', reject);
  });
}

async function open(plan: LoadPlan): Promise<void> {
  while (readers.length < plan.sockets) {
    const more = Math.min(OPEN_AT_ONCE, plan.sockets - readers.length);
    const made = await Promise.all(
      Array.from({ length: more }, async () => {
        let reader: Reader | undefined;
        const socket = await connect(plan, (_, data, isBinary) => reader && take(reader, data, isBinary));
        reader = { socket, seq: -1 };
        return reader;
      }),
    );
    readers.push(...made);
  }
  slow = await Promise.all(Array.from({ length: plan.slow }, () => connect(plan, () => undefined)));
}

async function block(): Promise<void> {
  for (const socket of slow) socket.pause();
  for (let round = 0; round < FILL_ROUNDS; round++) {
    for (const socket of slow) {
      for (let count = 0; count < FILL_PER_ROUND; count++) {
        socket.send(JSON.stringify({ type: 'unsub', topic: TOPIC.quotes }));
        socket.send(JSON.stringify({ type: 'sub', topic: TOPIC.quotes }));
      }
    }
    await heard();
  }
}

/** Resolves when the server has taken in what was said before. */
function heard(): Promise<void> {
  const { socket } = readers[0] as Reader;
  return new Promise((resolve) => {
    const listen = (data: Buffer, isBinary: boolean) => {
      if (isBinary || !data.toString('latin1', 0, 30).includes('"pong"')) return;
      socket.off('message', listen);
      resolve();
    };
    socket.on('message', listen);
    socket.send('{"type":"ping","id":9}');
  });
}

async function measure(ms: number): Promise<LoadReport> {
  batches = new Map();
  faults = [];
  isMeasuring = true;
  await wait(ms);
  const last = [...batches.values()].at(-1);
  const isWhole = (batch: Batch | undefined): boolean => batch?.times.length === readers.length;
  for (let waitedMs = 0; last && !isWhole(last) && faults.length === 0 && waitedMs < LAST_WITHIN_MS; waitedMs += POLL_MS)
    await wait(POLL_MS);
  isMeasuring = false;
  const all = [...batches.values()];
  const from = all.findIndex(isWhole);
  if (from < 0 || from > BEGUN_MAX) fault(`the first batch that reached every socket was number ${from}`);
  const counted = all.slice(Math.max(0, from), last ? all.indexOf(last) + 1 : 0);
  for (const batch of counted) {
    if (!isWhole(batch)) fault(`the batch up to ${batch.n} reached ${batch.times.length} of ${readers.length} sockets`);
  }
  const bytes = counted.reduce((sum, batch) => sum + batch.body.length, 0) / Math.max(1, counted.length);
  return { batches: counted.map(({ n, times }): BatchReport => ({ n, times })), faults, bytesPerBatch: bytes };
}

async function obey(command: LoadCommand): Promise<unknown> {
  switch (command.do) {
    case 'open':
      return open(command.plan);
    case 'block':
      return block();
    case 'unblock':
      for (const socket of slow) socket.resume();
      return wait(1_500);
    case 'measure':
      return measure(command.ms);
    case 'close':
      for (const socket of [...slow, ...readers.map((reader) => reader.socket)]) socket.terminate();
      readers = [];
      slow = [];
      return undefined;
  }
}

process.on('message', async (command: LoadCommand) => process.send?.((await obey(command)) ?? {}));
