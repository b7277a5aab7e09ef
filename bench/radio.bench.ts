/** G14: what a trader's phone pays for over the radio: Home, Trade with an open order, and a page that is hidden; beside the JSON profile. */
import { startServer } from '../tests/e2e/server-process.ts';
import { assertOutput, type Bench, type BenchResult, type Figure } from './lib/bench.ts';
import { launch } from './lib/chromium.ts';
import { median } from './lib/statistics.ts';
import { type Stay, TraderPage } from './radio/trader-page.ts';

const UNSEEN = 'unseen rows are sent';
const STILL = 'prices stand still';
const KB = 1_024;
/** A product trades 1.2 to 4.4 times a second, but not every tick moves its price, and a look every 0.2 s misses some. */
const CHANGES_PER_SECOND_MIN = 0.2;
/** In so long even the quietest price moves. */
const EACH_MOVES_WITHIN_S = 10;
const ORDER_SYMBOL = 'EURUSD';
/** Trade shows this one's chart and ticket. */
const ALWAYS_OPEN = /^(EURUSD|XAUUSD|BTCUSD|ETHUSD|BNBUSD|SOLUSD|LTCUSD|BCHUSD|AVAXUSD|LINKUSD|XRPUSD|ADAUSD|DOGEUSD|TRXUSD)$/;

type Stays = { readonly home: Stay; readonly trade: Stay; readonly hidden: Stay };

/** Prices in sight of markets that never close have moved, and none is stale. */
function assertAlive(name: string, { changes, stale }: Stay, seconds: number): void {
  const open = [...changes].filter(([symbol]) => ALWAYS_OPEN.test(symbol));
  assertOutput(open.length > 0, `${name} shows no price of an open market`);
  const total = open.reduce((sum, [, count]) => sum + count, 0);
  // A single price can rest for as long as a short look takes.
  const mustMove = open.length > 1 || seconds >= EACH_MOVES_WITHIN_S;
  assertOutput(!mustMove || total >= CHANGES_PER_SECOND_MIN * seconds, `${name}: prices changed ${total} times in ${seconds} s`);
  const still = open.filter(([, count]) => count === 0).map(([symbol]) => symbol);
  assertOutput(still.length === 0 || seconds < EACH_MOVES_WITHIN_S, `${name}: the price of ${still.join(', ')} did not change`);
  assertOutput(stale === 0, `${name}: ${stale} rows in sight are stale`);
}

async function stays(
  page: TraderPage,
  name: string,
  how: { seconds: number; settleMs: number; broken: string | undefined },
): Promise<Stays> {
  const { seconds, settleMs } = how;
  await page.settle(settleMs);
  if (how.broken === STILL) page.mute();
  const home = await page.stay(seconds * 1_000, [ORDER_SYMBOL]);
  assertAlive(`${name}, Home`, home, seconds);
  await page.go('#/trade');
  await page.candles();
  await page.settle(settleMs);
  const trade = await page.stay(seconds * 1_000, [ORDER_SYMBOL]);
  assertAlive(`${name}, Trade`, trade, seconds);
  await page.hide();
  await page.settle(settleMs);
  const hidden = await page.stay(seconds * 1_000, []);
  await page.show();
  await page.settle(settleMs);
  assertAlive(`${name}, shown again`, await page.stay(2_000, [ORDER_SYMBOL]), 2);
  return { home, trade, hidden };
}

const figures = (name: string, { home, trade, hidden }: Stays): Figure[] => [
  { name: `${name}: Home`, unit: 'B/s', samples: [home.bytesPerSecond] },
  { name: `${name}: Trade with an open order`, unit: 'B/s', samples: [trade.bytesPerSecond] },
  { name: `${name}: hidden`, unit: 'B/s', samples: [hidden.bytesPerSecond] },
];

async function run({ quick, broken }: { quick: boolean; broken: string | undefined }): Promise<BenchResult> {
  const how = { seconds: quick ? 2.5 : 20, settleMs: quick ? 1_500 : 3_500, broken };
  const browser = await launch();
  const server = await startServer({ LOG_LEVEL: 'error' });
  try {
    const open = (profiles?: string) => TraderPage.open(browser, server.port, { profiles, seesEverything: broken === UNSEEN });
    // A first look does without the profile that is only shown.
    const [ours, json] = await Promise.all([open(), quick ? undefined : open('trade.v2.json')]);
    const [binary, text] = await Promise.all([stays(ours, 'msgpack', how), json && stays(json, 'JSON', how)]);
    await Promise.all([ours.close(), json?.close()]);
    const perSecond = (stay: Stay): number => Number((stay.bytesPerSecond / KB).toFixed(3));
    const rows = median([...binary.home.changes.values()]);
    return {
      load: `The demo market, the built server and page, a phone of 360 x 740, logged in with an order; each screen ${how.seconds} s after it has settled; bytes of the socket's connection behind a counting proxy, frame headers included.`,
      figures: [...figures('msgpack', binary), ...(text ? figures('JSON', text) : [])],
      goals: [
        { id: 'G14', text: 'Home, after its snapshot', value: perSecond(binary.home), unit: 'KB/s', limit: 2 },
        { id: 'G14', text: 'Trade with an open order', value: perSecond(binary.trade), unit: 'KB/s', limit: 3 },
        { id: 'G14', text: 'hidden', value: perSecond(binary.hidden), unit: 'KB/s', limit: 0.2 },
      ],
      notes: [
        `${binary.home.changes.size} prices were in sight on Home; the median one changed ${rows} times. More are in sight where more markets are open.`,
      ],
    };
  } finally {
    await browser.close();
    await server.remove();
  }
}

export const bench: Bench = {
  title: 'What the radio carries: Home, Trade, hidden',
  breaks: ['unseen rows are sent', 'prices stand still'],
  run,
};
