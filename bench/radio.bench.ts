/** G14: what a trader's phone pays for over the radio: Home, Trade with an open order, and a page that is hidden; beside the JSON profile. */
import { startServer } from '../tests/e2e/server-process.ts';
import { assertOutput, type Bench, type BenchResult, type Figure } from './lib/bench.ts';
import { launch } from './lib/chromium.ts';
import { median } from './lib/statistics.ts';
import { type Stay, TraderPage } from './radio/trader-page.ts';

const UNSEEN = 'unseen rows are sent';
const STILL = 'prices stand still';
const KB = 1_024;
const ORDER_SYMBOL = 'EURUSD';
/** Trade shows this one's chart and ticket. */
const ALWAYS_OPEN = /^(EURUSD|XAUUSD|BTCUSD|ETHUSD|BNBUSD|SOLUSD|LTCUSD|BCHUSD|AVAXUSD|LINKUSD|XRPUSD|ADAUSD|DOGEUSD|TRXUSD)$/;

type Stays = { readonly home: Stay; readonly trade: Stay; readonly hidden: Stay };

const openOnes = (changes: Stay['changes']): [string, number][] => [...changes].filter(([symbol]) => ALWAYS_OPEN.test(symbol));
const hasMoved = (changes: Stay['changes']): boolean => openOnes(changes).some(([, count]) => count > 0);
type SoFar = Pick<Stay, 'changes' | 'paidChanges'>;
const isAlive = ({ changes, paidChanges }: SoFar): boolean => hasMoved(changes) && paidChanges > 0;
const stillOnes = (changes: Stay['changes']): string[] => openOnes(changes).flatMap(([symbol, count]) => (count === 0 ? symbol : []));
const eachIsAlive = (sofar: SoFar): boolean => isAlive(sofar) && stillOnes(sofar.changes).length === 0;

/** Prices in sight of markets that never close have moved (`isEach`: every one of them), to what came in over the counted connection, and none is stale. */
function assertAlive(name: string, { seconds, bytes, changes, paidChanges, stale }: Stay, isEach: boolean): void {
  const open = openOnes(changes);
  // A connection that lives says at least that it does; one that is cut off brings nothing at all, however long a frame was on its way.
  assertOutput(bytes > 0, `${name}: not a byte came in ${seconds.toFixed(1)} s`);
  assertOutput(open.length > 0, `${name} shows no price of an open market`);
  assertOutput(hasMoved(changes), `${name}: no price moved in ${seconds.toFixed(1)} s`);
  assertOutput(paidChanges > 0, `${name}: prices moved without a byte that brought them`);
  const still = stillOnes(changes);
  assertOutput(!isEach || still.length === 0, `${name}: the price of ${still.join(', ')} did not change in ${seconds.toFixed(1)} s`);
  assertOutput(stale === 0, `${name}: ${stale} rows in sight are stale`);
}

async function stays(
  page: TraderPage,
  name: string,
  how: { seconds: number; settleMs: number; isEach: boolean; broken: string | undefined },
): Promise<Stays> {
  const { seconds, settleMs, isEach } = how;
  const options = { ms: seconds * 1_000, others: [ORDER_SYMBOL], until: isEach ? eachIsAlive : isAlive };
  await page.settle(settleMs);
  if (how.broken === STILL) page.mute();
  const home = await page.stay(options);
  assertAlive(`${name}, Home`, home, isEach);
  await page.go('#/trade');
  await page.candles();
  await page.settle(settleMs);
  const trade = await page.stay(options);
  assertAlive(`${name}, Trade`, trade, isEach);
  await page.hide();
  await page.settle(settleMs);
  const hidden = await page.stay({ ms: seconds * 1_000, others: [] });
  await page.show();
  await page.settle(settleMs);
  assertAlive(`${name}, shown again`, await page.stay({ ...options, ms: 2_000, until: isAlive }), false);
  return { home, trade, hidden };
}

const bytesPerSecond = ({ bytes, seconds }: Stay): number => bytes / seconds;

const figures = (name: string, { home, trade, hidden }: Stays): Figure[] => [
  { name: `${name}: Home`, unit: 'B/s', samples: [bytesPerSecond(home)] },
  { name: `${name}: Trade with an open order`, unit: 'B/s', samples: [bytesPerSecond(trade)] },
  { name: `${name}: hidden`, unit: 'B/s', samples: [bytesPerSecond(hidden)] },
];

async function run({ quick, broken }: { quick: boolean; broken: string | undefined }): Promise<BenchResult> {
  // What went out of sight is let go after 3 s: before that its quotes still come.
  const how = { seconds: quick ? 2.5 : 15, settleMs: 3_500, isEach: !quick, broken };
  const browser = await launch();
  const server = await startServer({ LOG_LEVEL: 'error' });
  try {
    const open = (profiles?: string) => TraderPage.open(browser, server.port, { profiles, seesEverything: broken === UNSEEN });
    // A first look does without the profile that is only shown.
    const [ours, json] = await Promise.all([open(), quick ? undefined : open('trade.v2.json')]);
    const [binary, text] = await Promise.all([stays(ours, 'msgpack', how), json && stays(json, 'JSON', how)]);
    await Promise.all([ours.close(), json?.close()]);
    const perSecond = (stay: Stay): number => Number((bytesPerSecond(stay) / KB).toFixed(3));
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
