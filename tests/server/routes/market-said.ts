/** Everything that the server says of products, candles, quotes and balances, by name: the same prices and the same acts, to the byte. */
import { OPERATOR_KEY_HEADER, OPERATOR_PATH } from '#server/operations/operator-call.ts';
import { readOperatorKey } from '#server/operations/operator-key.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received, TestSocket } from '../test-socket.ts';

export type Said = readonly [name: string, text: string];

const SUBMIT = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };
const READS: readonly [name: string, path: string, fields?: Record<string, string>][] = [
  ['products', '/v2/api/forex/trade_list'],
  ['categories', '/v2/api/forex/getCategories'],
  ['found products', '/v2/api/forex/search', { name: 'gold' }],
  ['bars of a minute', '/v2/api/forex/kline', { forex_id: '1', period: '1min', limit: '3' }],
  ['bars of a day', '/v2/api/forex/kline', { forex_id: '3', period: '1day', limit: '3' }],
  ['bars before a time', '/v2/api/forex/kline', { forex_id: '2', period: '60min', limit: '2', end: '1772600000000' }],
  ['closes', '/v2/api/forex/abbreviated_cache_kline', { forex_id: '1', period: '5min' }],
];

/** The night of EUR/USD costs something from here on. */
async function setFinancing({ server, dataDir }: StartedApp): Promise<void> {
  const payload = { command: 'financing', words: ['EURUSD', '-0.00008', '0.00001', 'wed'], actor: 'ada', reason: 'as agreed' };
  const headers = { host: 'localhost', [OPERATOR_KEY_HEADER]: (await readOperatorKey(dataDir)) ?? '' };
  const reply = await server.operations.inject({ method: 'POST', url: OPERATOR_PATH, payload, headers });
  if (!reply.json<{ isGood: boolean }>().isGood) throw new Error(`financing was not set: ${reply.payload}`);
}

/** The data of a reply, as it was written. */
async function dataOf({ app }: StartedApp, path: string, fields: Record<string, string> = {}, token = ''): Promise<string> {
  const words = new URLSearchParams(fields).toString();
  const { payload } = await app.inject({ method: 'GET', url: words ? `${path}?${words}` : path, headers: { authorization: token } });
  return payload.slice(payload.indexOf('"data":'), payload.lastIndexOf(',"ts":'));
}

/** Who it is, and positions and times that depend on when a frame was sent, are no matter of its form. */
const formOf = (text: string): string => text.replaceAll(/"(n|t|seq|outbox)":\d+/g, '"$1":0').replaceAll(/"uid":"\d+"/g, '"uid":"0"');

/** The text of the first frame from a place on that matches. */
async function textOf(socket: TestSocket, match: (frame: Received) => boolean, from = 0): Promise<string> {
  const found = await socket.until(match, from);
  return formOf(socket.texts[socket.frames.indexOf(found)] as string);
}
const isQuote = (code: string, close?: number) => (frame: Received) =>
  frame.type === 'DAY_MARKET' && frame.symbol === code && (close === undefined || (frame.quotation as { close: number }).close === close);
const isBar = (period: string) => (frame: Received) => frame.type === 'KLINE' && frame.Period === period;
const isType = (type: string) => (frame: Received) => frame.type === type;

async function saidInBase(app: StartedApp): Promise<Said[]> {
  const socket = await app.connect();
  socket.send({ type: 'sub', topic: 'DAY_MARKET' });
  socket.send({ type: 'sub', topic: 'KLINE_EURUSD' });
  const open = await textOf(socket, isQuote('EURUSD'));
  const closed = await textOf(socket, isQuote('GASOLINE'));
  const bars = [await textOf(socket, isBar('1min')), await textOf(socket, isBar('1day'))];
  socket.close();
  return [
    ['quote of base', open],
    ['quote of base while closed', closed],
    ['bars of base', bars.join('\n')],
  ];
}

async function saidInExt(app: StartedApp, token: string): Promise<Said[]> {
  const socket = await app.connect();
  await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
  await socket.ask({ type: 'login', token }, isType('login'));
  const snapshotOf = async (message: { topic: string } & Record<string, unknown>) => {
    const isAnswer = (frame: Received) => frame.type === 'sub' && frame.topic === message.topic;
    return formOf(JSON.stringify((await socket.ask({ type: 'sub', ...message }, isAnswer)).snapshot));
  };
  const quotes = await snapshotOf({ topic: 'DAY_MARKET', symbols: ['EURUSD', 'GASOLINE'] });
  const bars = await snapshotOf({ topic: 'KLINE_EURUSD', period: '1min' });
  await socket.ask({ type: 'sub', topic: 'BALANCE' }, isType('sub'));
  const from = socket.frames.length;
  await app.pushTick('EURUSD', '1.09001', '2.5');
  const isBatch = (frame: Received) => frame.type === 'DAY_MARKET' && JSON.stringify(frame.data).includes('1.09001');
  const batch = await textOf(socket, isBatch, from);
  await app.call('/v2/api/forex/submit', SUBMIT, { method: 'POST', token });
  const balance = await textOf(socket, isType('BALANCE'), from);
  socket.close();
  return [
    ['quotes of ext', quotes],
    ['bars of ext', bars],
    ['batch of ext', batch],
    ['balance event', balance],
  ];
}

/** All of it, in one order. */
export async function marketSaid(): Promise<Said[]> {
  const app = await startApp();
  try {
    await setFinancing(app);
    await app.pushTick('EURUSD', '1.08345', '3');
    await app.pushTick('XAUUSD', '2402.25');
    const { token } = await app.demo();
    const said: Said[] = [];
    for (const [name, path, fields] of READS) said.push([name, await dataOf(app, path, fields)]);
    const balances = () => dataOf(app, '/v2/api/main/wallet/getBalance', {}, token);
    said.push(['balances', await balances()]);
    const { data } = await app.call<{ Order: { Price: number } }>('/v2/api/forex/submit', SUBMIT, { method: 'POST', token });
    said.push(['price of a fill', String(data.Order.Price)], ['balances with a lock', await balances()]);
    said.push(['live state', formOf(await dataOf(app, '/v2/api/forex/account_state', {}, token)).replace(/"epoch":"[^"]*"/, '"epoch":""')]);
    return [...said, ...(await saidInBase(app)), ...(await saidInExt(app, token))];
  } finally {
    await app.close();
  }
}
