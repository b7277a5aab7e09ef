import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseSocket } from '#protocol/parse-socket.ts';
import type { Received } from '#protocol/received.ts';
import { Seeded } from '../../engine/seeded.ts';

const FRAMES_TOTAL = 200_000;
const HOSTILE = new URL('../../../../shared/data/json-hostile/', import.meta.url);

const SAMPLES = [
  '{"type":"DAY_MARKET","symbol":"EURUSD","quotation":{"open":1.08,"close":1.0812,"high":1.09,"low":1.07,"change":0.11,"time":1763625600123,"status":1}}',
  '{"type":"DAY_MARKET","seq":9002,"data":[{"symbol":"EURUSD","close":1.0812,"hi":1.09,"lo":1.07,"v":3,"n":81,"t":1763625600123,"c":1},{"symbol":"B","close":2,"hi":2,"lo":2,"v":0,"n":5,"t":1763625600123}]}',
  '{"type":"KLINE","symbol":"EURUSD","Period":"5min","Time":1763625600000,"Open":1.08,"High":1.09,"Low":1.07,"Close":1.081,"Volume":12.5,"n":7,"seq":3,"closed":false}',
  '{"type":"FOREX_TRADE","data":{"ProfitsTotal":"4.2","HazardRate":"310.50","CautionMoneyAll":"108.345","TransOrder":[{"Id":1,"UpdatePrice":1.0834,"FactProfits":"4.2"}],"Balance":"9891.055","Pending":"0","Deficit":"0"},"seq":4,"uid":"10000001"}',
  '{"type":"FOREX_CLOSED","data":[1,2,3],"reasons":{"1":"sl"},"seq":119,"uid":"10000001"}',
  '{"type":"BALANCE","data":[{"type":"demo","balance":"9891.055","lockBalance":"108.345","deficit":"0"}],"seq":120}',
  '{"type":"sub","code":1,"id":4,"topic":"DAY_MARKET","epoch":"b7f3","seq":9001,"snapshot":[{"symbol":"EURUSD","close":1.08}]}',
  '{"type":"hello","v":2,"epoch":"b7f3","t":1763625600123,"limits":{"subs":64,"rate":10,"burst":80},"flush_ms":100}',
  '{"type":"NOTICE","data":{"kind":"margin_call","level":"98.20","text":"Margin level low"},"seq":121}',
  '{"type":"pong","id":5,"c":1,"t":1763625600123}',
];
const TOKENS = [
  'null',
  'true',
  '-0',
  '1e308',
  '1e999',
  '-1',
  '""',
  '"1e5"',
  '"NaN"',
  '[]',
  '{}',
  '[[]]',
  '9007199254740993',
  '"\\ud800"',
  '0.1',
  '"__proto__"',
  '1763625600',
];
const CHARS = '{}[]",:0123456789.eE-+\\u tfn\u0000\ud83d';

/** One to four changes: a byte, a cut, a token, a swap, a doubling. */
function mutated(random: Seeded): string {
  let text = random.pick(SAMPLES);
  for (let change = random.whole(1, 4); change > 0; change--) {
    const at = random.whole(0, text.length);
    const to = Math.min(text.length, at + random.whole(0, 12));
    const middle = random.pick([
      () => random.pick(CHARS.split('')),
      () => '',
      () => random.pick(TOKENS),
      () => text.slice(at, to).repeat(2),
      () => random.pick(SAMPLES).slice(at, to),
    ])();
    text = text.slice(0, at) + middle + text.slice(to);
  }
  // Half of the changes keep the grammar: a value is replaced by another.
  return random.chance(0.5)
    ? text
    : random
        .pick(SAMPLES)
        .replace(/(:)(-?[\d.]+|"[^"]*"|\[|\{)/g, (whole, colon, value) =>
          random.chance(0.2) && value !== '[' && value !== '{' ? `${colon}${random.pick(TOKENS)}` : whole,
        );
}

/** What the engine relies on, whatever came in. */
function problemOf(message: Received): string | undefined {
  if (message.kind === 'quotes') {
    for (const row of message.rows) {
      if (!(row.close > 0 && row.close < Number.POSITIVE_INFINITY)) return `close ${row.close}`;
      if (!(row.runLow <= row.close && row.close <= row.runHigh)) return `run ${row.runLow} ${row.close} ${row.runHigh}`;
      if (!(row.runVolume >= 0) || row.symbol === '') return 'volume or symbol';
    }
  }
  if (message.kind === 'bar') {
    const { open, high, low, close, volume, timeMs } = message.bar;
    if (!(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && volume >= 0 && Number.isInteger(timeMs)))
      return 'bar';
  }
  if (message.kind === 'account' && message.snapshot.orders.some((order) => typeof order.profit !== 'bigint' || !(order.id > 0)))
    return 'account';
  if (message.kind === 'closed' && message.ids.some((id) => !Number.isSafeInteger(id) || id <= 0)) return 'ids';
  if (message.kind === 'balance' && message.rows.some((row) => typeof row.balance !== 'bigint')) return 'balance';
  return undefined;
}

describe('malformed frames', () => {
  it(`${FRAMES_TOTAL} mutated frames: never an exception, never a number that is none`, { timeout: 60_000 }, () => {
    const random = new Seeded(20_261_120);
    let read = 0;
    let dropped = 0;
    for (let frame = 0; frame < FRAMES_TOTAL; frame++) {
      const text = mutated(random);
      const { messages, drops } = parseSocket(text);
      read += messages.length;
      dropped += drops.length;
      for (const message of messages) {
        const problem = problemOf(message);
        if (problem) throw new Error(`${problem}: ${text}`);
      }
    }
    expect(read).toBeGreaterThan(FRAMES_TOTAL / 10);
    expect(dropped).toBeGreaterThan(FRAMES_TOTAL / 10);
  });

  it.skipIf(!existsSync(HOSTILE))('a hostile JSON suite is read or dropped (skipped where ../shared/data/json-hostile is absent)', () => {
    const files = readdirSync(HOSTILE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files) {
      const bytes = readFileSync(`${file.parentPath}/${file.name}`);
      const text = bytes.toString('utf8');
      expect(() => parseSocket(text)).not.toThrow();
      const wrapped = parseSocket(`{"type":"DAY_MARKET","data":${text}}`);
      for (const message of wrapped.messages) expect(problemOf(message)).toBeUndefined();
    }
    expect(files.length).toBeGreaterThan(0);
  });
});
