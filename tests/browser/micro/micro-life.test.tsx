/** The life of a running micro trade in the page: its countdown by the page's own count, the readings after its end, and what is said of it. */
import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { microFromWire } from '#protocol/micro-wire.ts';
import { ToastHost } from '#ui/kit/toast.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { startMicros, trackMicro, trackPushedMicro } from '#ui/orders/micro/micro-life.ts';
import { secondsLeft } from '#ui/orders/micro/use-seconds-left.ts';
import { endsAt, lateMicros, microOf, runningMicros } from '#ui/state/micro-trades.ts';
import { vibrates } from '#ui/state/order-habits.ts';
import { sessionNumber, sessionStatus } from '#ui/state/session.ts';
import { toasts } from '../support/toasts.ts';
import { type Call, plugEngine, push } from '../trade/fake-market.ts';
import { answerMicros, ended, LISTS, micros, resetMicros, row } from './micro-market.ts';

let calls: Call[] = [];
let shaken: unknown[] = [];
const read = () => calls.filter(({ path }) => path === LISTS).map(({ fields }) => fields.get('status'));
const running = () => runningMicros.value.map(({ id }) => id);

beforeEach(async () => {
  await needTexts('shell', 'micro');
  resetMicros();
  sessionStatus.value = 'in';
  sessionNumber.value++;
  plugEngine();
  calls = answerMicros();
  shaken = [];
  vibrates.value = true;
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (pattern: unknown) => shaken.push(pattern) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionNumber.value++;
});

/** Only what the page counts by; frames of the screen and promises go on. */
const holdClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** One trade runs, and the page knows it, by a clock that the test moves; gives how often lists were read by then. */
async function begin(leftMs: number): Promise<number> {
  micros.running = [row({ RemainMilliSeconds: leftMs })];
  holdClock();
  startMicros();
  await pass(0);
  await expect.poll(running).toEqual([row().Id]);
  return read().length;
}

// First, since what the others end is said too.
describe('the result of a micro trade', () => {
  it('is said on whatever page one is on, with the money, felt by its outcome, and once', async () => {
    render(<ToastHost />);
    push({ events: [{ type: 'micro', trade: microFromWire(row()) }] });
    trackPushedMicro(microFromWire(ended()));
    trackPushedMicro(microFromWire(ended()));
    await expect.poll(toasts).toBe('Won: Up 33.33 EUR/USD+28.33 USD1.08342 → 1.0835View');
    trackPushedMicro(microFromWire(ended({ Id: row().Id + 1, FactProfits: '-33.33', EndPrice: 1.083 })));
    await expect.poll(toasts).toContain('Lost: Up 33.33 EUR/USD\u221233.33 USD');
    trackPushedMicro(microFromWire(ended({ Id: row().Id + 2, FactProfits: '0', EndPrice: 0, EndReason: 'gap', Memo: 'No price' })));
    await expect.poll(toasts).toContain('Returned: Up 33.33 EUR/USD33.33 USD');
    expect(shaken).toEqual([[30, 60, 30], [120], [40]]);
    vibrates.value = false;
    trackPushedMicro(microFromWire(ended({ Id: row().Id + 3 })));
    expect(shaken.length).toBe(3);
  });

  it('is neither said nor felt by who has logged in meanwhile', async () => {
    render(<ToastHost />);
    trackPushedMicro(microFromWire(ended({ FactProfits: '77.77' })));
    sessionNumber.value++;
    trackPushedMicro(microFromWire(ended({ Id: row().Id + 1, FactProfits: '-11.11', EndPrice: 1.083 })));
    await expect.poll(toasts).toContain('11.11');
    expect([toasts().includes('77.77'), shaken.length]).toEqual([false, 1]);
  });
});

describe('the countdown of a micro trade', () => {
  it('S1-4.12 D1.4.14 falls by one each second by the monotonic count, though the clock of the phone is a day off and is set meanwhile', async () => {
    holdClock();
    vi.setSystemTime(Date.now() + 86_400_000);
    trackMicro(microFromWire(row({ RemainMilliSeconds: 4_000 })));
    const seen: number[] = [];
    for (let second = 0; second < 6; second++) {
      seen.push(secondsLeft(row().Id, performance.now()));
      await pass(1_000);
      if (second === 1) vi.setSystemTime(Date.now() - 2 * 86_400_000);
    }
    expect(seen).toEqual([4, 3, 2, 1, 0, 0]);
  });

  it('D1.4.14 of several readings the one that ends earliest counts: one that came late makes no trade longer', async () => {
    holdClock();
    trackMicro(microFromWire(row({ RemainMilliSeconds: 4_000 })));
    const first = endsAt(row().Id);
    await pass(1_000);
    trackMicro(microFromWire(row({ RemainMilliSeconds: 4_000 })));
    expect(endsAt(row().Id)).toBe(first);
    trackMicro(microFromWire(row({ RemainMilliSeconds: 2_900 })));
    expect(endsAt(row().Id)).toBe(first - 100);
  });
});

describe('after the end of a micro trade', () => {
  it('S1-4.13 its list is read a second after zero, and it is closed then, with what it came to', async () => {
    const before = await begin(5_000);
    micros.closed = [ended()];
    micros.running = [];
    await pass(5_990);
    expect([read().length, running()]).toEqual([before, [row().Id]]);
    await pass(20);
    await expect.poll(running).toEqual([]);
    expect(read().slice(before, before + 2)).toEqual(['1', '3']);
    expect(microOf(row().Id)).toMatchObject({ state: 'closed', endPrice: 108_350_000n, profit: 2_833_000_000n });
  });

  it('S1-4.13 its list is read a second after zero also where a push has told the result by then, and once', async () => {
    const before = await begin(5_000);
    await pass(5_100.3);
    micros.running = [];
    micros.closed = [ended()];
    trackPushedMicro(microFromWire(ended()));
    await pass(880);
    expect([running(), read().length]).toEqual([[], before]);
    await pass(30);
    expect(read().slice(before)).toEqual(['1']);
    await pass(20_000);
    expect(read().length).toBe(before + 1);
  });

  it('D1.4.15 one that is not settled is asked for each second, ten times, and is settling then; a push settles it still', async () => {
    const before = await begin(1_000);
    for (let second = 0; second < 30; second++) await pass(1_000);
    expect(read().length - before).toBe(10);
    expect([...lateMicros.value]).toEqual([row().Id]);
    trackPushedMicro(microFromWire(ended()));
    expect([running(), [...lateMicros.value]]).toEqual([[], []]);
  });

  it('a reading that is older than the end brings nothing back', () => {
    trackPushedMicro(microFromWire(ended()));
    trackMicro(microFromWire(row()));
    expect(running()).toEqual([]);
  });
});

describe('running micro trades', () => {
  it('are read again after a reconnect, and those of another account are forgotten', async () => {
    micros.running = [row()];
    startMicros();
    await expect.poll(running).toEqual([row().Id]);
    micros.running = [row({ Id: row().Id + 1 }), row()];
    push({ events: [{ type: 'resync' }] });
    await expect.poll(running).toEqual([row().Id + 1, row().Id]);
    sessionNumber.value++;
    expect(running()).toEqual([]);
  });

  it('one that has only just begun stays, though a list does not have it yet', async () => {
    startMicros();
    trackMicro(microFromWire(row()));
    push({ events: [{ type: 'resync' }] });
    const before = read().length;
    await expect.poll(() => read().slice(before).includes('3')).toBe(true);
    expect(running()).toEqual([row().Id]);
  });
});
