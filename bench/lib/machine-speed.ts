/**
 * How fast this machine is, by small kernels that have nothing of the product in them: what two runs on two machines, or on one machine at
 * two times, can be compared by. `node --import tsx bench/lib/machine-speed.ts <folder>` prints them as JSON; the folder is on the disk that
 * the results are written to.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, openPage } from './chromium.ts';
import { median } from './statistics.ts';

/** By kernel: the median of its rounds, and what it counts. */
export type MachineSpeed = Readonly<Record<string, { readonly median: number; readonly unit: string }>>;

const ROUNDS = 9;
const A_TICK =
  '{"type":"DAY_MARKET","symbol":"EURUSD","quotation":{"open":1.10123,"close":1.10012,"high":1.10325,"low":1.09877,"change":-0.1,"time":1763625600123}}';
const PARSES = 50_000;
const BIGINTS = 200_000;
const HASHED_BYTES = 8_000_000;
const SYNCS = 10;
const SYNCED_BYTES = 4_096;
const ROUND_TRIPS = 500;
const RECTANGLES = 2_000;
const LAID_OUT = 400;

/** Median of rounds in parts of a second, by `perSecond` (1e9: ns), of one repetition; the round before the first warms up. */
async function timed(repetitions: number, perSecond: number, run: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const startedMs = performance.now();
    await run();
    if (round >= 0) rounds.push(((performance.now() - startedMs) * perSecond) / 1_000 / repetitions);
  }
  return Number(median(rounds).toPrecision(4));
}

function parseTicks(): void {
  for (let parse = 0; parse < PARSES; parse++) JSON.parse(A_TICK);
}

/** An amount times a rate, both of 8 decimals, shortened again: what the ledger does; too long for one register. */
function multiplyBigints(): bigint {
  let sum = 0n;
  for (let turn = 0; turn < BIGINTS; turn++) sum += (BigInt(turn) * 1_000_000_000_000n * 110_012_000n) / 100_000_000n;
  return sum;
}

async function syncFile(folder: string): Promise<number> {
  const path = join(folder, `fsync-${process.pid}`);
  const file = openSync(path, 'w');
  const bytes = Buffer.alloc(SYNCED_BYTES, 1);
  try {
    return await timed(SYNCS, 1e3, () => {
      for (let sync = 0; sync < SYNCS; sync++) {
        writeSync(file, bytes, 0, SYNCED_BYTES, 0);
        fsyncSync(file);
      }
    });
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

async function socketRoundTrip(): Promise<number> {
  const server = createServer((socket) => socket.setNoDelay(true).pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  const roundTrips = async () => {
    for (let trip = 0; trip < ROUND_TRIPS; trip++) {
      const back = new Promise((resolve) => socket.once('data', resolve));
      socket.write('x');
      await back;
    }
  };
  try {
    return await timed(ROUND_TRIPS, 1e6, roundTrips);
  } finally {
    socket.destroy();
    server.close();
  }
}

/** Runs in a page: ms of rectangles filled until a pixel can be read back, and of a layout after each of many texts has changed. */
function drawAndLayOut(counts: { rounds: number; rectangles: number; texts: number }): { fill: number[]; layout: number[] } {
  const canvas = document.createElement('canvas');
  canvas.width = 720;
  canvas.height = 600;
  const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const list = document.createElement('div');
  const texts = Array.from({ length: counts.texts }, () => {
    const row = document.createElement('div');
    row.textContent = '1.10012';
    list.append(row);
    return row;
  });
  document.body.append(canvas, list);
  const [fill, layout]: [number[], number[]] = [[], []];
  for (let round = -1; round < counts.rounds; round++) {
    const startedMs = performance.now();
    for (let at = 0; at < counts.rectangles; at++) {
      pen.fillStyle = at % 2 ? '#0a8' : '#d33';
      pen.fillRect((at * 7) % 700, (at * 13) % 500, 6, 40);
    }
    pen.getImageData(0, 0, 1, 1);
    const filledMs = performance.now();
    for (const [at, text] of texts.entries()) text.textContent = ((round + 2) * (at + 1.10012)).toFixed(5);
    list.getBoundingClientRect();
    const laidOutMs = performance.now();
    if (round < 0) continue;
    fill.push(filledMs - startedMs);
    layout.push(laidOutMs - filledMs);
  }
  return { fill, layout };
}

async function browserSpeed(): Promise<{ fillMs: number; layoutMs: number }> {
  const browser = await launch();
  try {
    const { page } = await openPage(browser, (error) => {
      throw error;
    });
    const { fill, layout } = await page.evaluate(drawAndLayOut, { rounds: ROUNDS, rectangles: RECTANGLES, texts: LAID_OUT });
    return { fillMs: median(fill), layoutMs: median(layout) };
  } finally {
    await browser.close();
  }
}

/** About three seconds. `folder`: where the file is written whose way to the disk is timed. */
export async function machineSpeed(folder: string): Promise<MachineSpeed> {
  const bytes = Buffer.alloc(HASHED_BYTES, 7);
  const { fillMs, layoutMs } = await browserSpeed();
  return {
    '`JSON.parse` of one tick': { median: await timed(PARSES, 1e9, parseTicks), unit: 'ns' },
    'a bigint multiplied and divided': { median: await timed(BIGINTS, 1e9, multiplyBigints), unit: 'ns' },
    'SHA-256 of a megabyte': {
      median: await timed(HASHED_BYTES / 1e6, 1e3, () => createHash('sha256').update(bytes).digest()),
      unit: 'ms',
    },
    'fsync of 4 KB': { median: await syncFile(folder), unit: 'ms' },
    'round trip of a byte over a loopback socket': { median: await socketRoundTrip(), unit: 'us' },
    [`${RECTANGLES.toLocaleString('en')} rectangles on a canvas, read back`]: { median: Number(fillMs.toPrecision(4)), unit: 'ms' },
    [`layout of ${LAID_OUT} changed texts`]: { median: Number(layoutMs.toPrecision(4)), unit: 'ms' },
  };
}

const [script, folder = '.'] = process.argv.slice(1);
if (script && import.meta.url === pathToFileURL(script).href) {
  process.stdout.write(JSON.stringify(await machineSpeed(folder)));
  process.exit(0);
}
