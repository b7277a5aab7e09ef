/** The table of bad input: what is sent, and what must come back. The stage it plays on stands in `contract-bad-input.test.ts`. */
import type { Fields } from './contract-orders-stage.ts';

/** Name, call, what differs from a good one ('-' leaves a field out), code, and for 1001 the field it names. */
type Case = readonly [name: string, call: string, fields: Fields, code: number, field?: string];

const each = (texts: readonly string[], make: (text: string) => Case): Case[] => texts.map(make);
const shown = (text: string): string => (text === '' ? 'nothing' : `"${text}"`);

const BAD_LOTS = [
  '0',
  '0.00',
  '0.001',
  '0.01',
  '0.02',
  '0.05',
  '0.09',
  '0.099',
  '0.105',
  '0.1000001',
  '1.234',
  '49.999',
  '50.01',
  '51',
  '9999999999',
];
const NO_DECIMALS = [
  '',
  '-1',
  '-0.1',
  '+1',
  '1e3',
  '1E-1',
  'NaN',
  'Infinity',
  '0x10',
  '1,5',
  '1.',
  '.5',
  ' 1',
  '1 ',
  '12345678901',
  '0.123456789',
  'null',
  'lots',
];
const NO_IDS = ['', '0', '-1', '1.5', 'abc', '1e3', '9999999999999999'];

export const CASES: readonly Case[] = [
  // lots
  ...['market', 'pending'].flatMap((call) => [
    ...each(BAD_LOTS, (cont) => [`${call}: ${shown(cont)} lots, which break a rule of the product`, call, { cont }, 1102]),
    ...each(NO_DECIMALS, (cont) => [`${call}: ${shown(cont)} as lots`, call, { cont }, 1001, 'cont']),
    [`${call}: no lots at all`, call, { cont: '-' }, 1001, 'cont'] as Case,
    [`${call}: more lots than the balance carries`, call, { cont: '50', multiple: '20' }, 1301] as Case,
    [`${call}: just more than the balance carries`, call, { cont: '9' }, 1301] as Case,
  ]),
  // leverage
  ...each(['', '-', '0', '1', '3', '99', '101', '501', '1000'], (multiple) => [
    `market: leverage ${shown(multiple)}, which the product does not offer`,
    'market',
    { multiple },
    1104,
  ]),
  ...each(['-100', 'abc', '1.5', '100.0', '1e2', '999999'], (multiple) => [
    `market: ${shown(multiple)} as leverage`,
    'market',
    { multiple },
    1001,
    'multiple',
  ]),
  ['S1-5.25 market: a product without leverage', 'market', { forex_id: 'XPDUSD' }, 1104],
  ['S1-5.25 pending: a product without leverage', 'pending', { forex_id: 'XPDUSD', target_price: '900' }, 1104],
  // the other fields of a submission
  ...each(['', '0', '3', 'buy', '01'], (type) => [`market: ${shown(type)} as type`, 'market', { type }, 1001, 'type']),
  ...each(['', '2', '3', '-1', 'pending'], (status) => [`market: ${shown(status)} as status`, 'market', { status }, 1001, 'status']),
  ...each(NO_IDS, (id) => [`market: ${shown(id)} as product`, 'market', { forex_id: id }, 1001, 'forex_id']),
  ['market: no type', 'market', { type: '-' }, 1001, 'type'],
  ['market: no status', 'market', { status: '-' }, 1001, 'status'],
  ['market: no product', 'market', { forex_id: '-' }, 1001, 'forex_id'],
  ['market: a product that is not there', 'market', { forex_id: '999999' }, 1004],
  ['market: a closed market', 'market', { forex_id: 'GASOLINE', multiple: '20' }, 1101],
  ['market: a key that is none', 'market', { client_id: 'not-a-uuid' }, 1001, 'client_id'],
  ['market: a seen price that is none', 'market', { seen_price: '-1', slippage: '0' }, 1001, 'seen_price'],
  ['market: a slippage that is none', 'market', { seen_price: '1.083', slippage: 'any' }, 1001, 'slippage'],
  // order price
  ['S1-5.28 pending: no order price', 'pending', { target_price: '-' }, 1001, 'target_price'],
  ...each(['0', '0.0', '0.00000'], (price) => [
    `pending: ${price} as order price`,
    'pending',
    { target_price: price },
    1001,
    'target_price',
  ]),
  ...each(['1.080001', '1.0800000001', '1.083455'], (price) => [
    `pending: order price ${price}, finer than the step`,
    'pending',
    { target_price: price },
    1001,
    'target_price',
  ]),
  ...each(['-1.08', 'abc', '1e0', '1,08', ''], (price) => [
    `pending: ${shown(price)} as order price`,
    'pending',
    { target_price: price },
    1001,
    'target_price',
  ]),
  // stops against the price 1.08345
  ['market: buy with the stop loss at the price', 'market', { stop_loss_price: '1.08345' }, 1103],
  ['market: buy with the stop loss above', 'market', { stop_loss_price: '1.08346' }, 1103],
  ['market: buy with the take profit at the price', 'market', { target_profit_price: '1.08345' }, 1103],
  ['market: buy with the take profit below', 'market', { target_profit_price: '1.08344' }, 1103],
  ['market: sell with the stop loss at the price', 'market', { type: '2', stop_loss_price: '1.08345' }, 1103],
  ['market: sell with the stop loss below', 'market', { type: '2', stop_loss_price: '1.08344' }, 1103],
  ['market: sell with the take profit at the price', 'market', { type: '2', target_profit_price: '1.08345' }, 1103],
  ['market: sell with the take profit above', 'market', { type: '2', target_profit_price: '1.08346' }, 1103],
  [
    'market: a good stop loss does not excuse a take profit on the wrong side',
    'market',
    { stop_loss_price: '1.08', target_profit_price: '1.07' },
    1103,
  ],
  ['pending: buy with the stop loss at the order price', 'pending', { stop_loss_price: '1.08' }, 1103],
  ['pending: buy with the stop loss between order price and market', 'pending', { stop_loss_price: '1.081' }, 1103],
  ['pending: buy with the take profit at the order price', 'pending', { target_profit_price: '1.08' }, 1103],
  ['pending: buy with the take profit below', 'pending', { target_profit_price: '1.07' }, 1103],
  ['pending: sell with the stop loss at the order price', 'pending', { type: '2', stop_loss_price: '1.08' }, 1103],
  ['pending: sell with the stop loss below', 'pending', { type: '2', stop_loss_price: '1.07999' }, 1103],
  ['pending: sell with the take profit above', 'pending', { type: '2', target_profit_price: '1.08001' }, 1103],
  ...['stop_loss_price', 'target_profit_price'].flatMap((field) => [
    ...each(
      ['-1', '-0.00001', 'abc', '1e1', 'NaN', '1,0', ''],
      (price): Case => [`market: ${shown(price)} as ${field}`, 'market', { [field]: price }, 1001, field],
    ),
    ...each(
      ['1.070001', '1.12345678'],
      (price): Case => [`market: ${field} ${price}, finer than the step`, 'market', { [field]: price }, 1001, field],
    ),
  ]),
  // the order of the checks (decision D1.5.15)
  ['leverage comes before lots', 'market', { multiple: '7', cont: '0.01' }, 1104],
  ['lots come before the order price', 'pending', { cont: '0.01', target_price: '0' }, 1102],
  ['the order price comes before the stops', 'pending', { target_price: '0', stop_loss_price: '2' }, 1001, 'target_price'],
  ['the stops come before the balance', 'market', { cont: '50', multiple: '20', stop_loss_price: '2' }, 1103],
  // price moved
  ['market: the price is above what was seen', 'market', { seen_price: '1.083', slippage: '0.0004' }, 1107],
  ['market: the price is below what was seen', 'market', { seen_price: '1.084', slippage: '0.0005' }, 1107],
  ['market: no slippage allowed', 'market', { seen_price: '1.08346', slippage: '0' }, 1107],
  ['close: the price is further off than allowed', 'close', { id: 'held', seen_price: '1.084', slippage: '0.0001' }, 1107],
  ['reverse: the price is further off than allowed', 'reverse', { id: 'held', seen_price: '1.084', slippage: '0.0001' }, 1107],
  // whose order, and in which state
  ...['close', 'cancel', 'setStop', 'reverse'].flatMap((call) => [
    ...each(NO_IDS, (id): Case => [`${call}: ${shown(id)} as order`, call, { id }, 1001, 'id']),
    [`${call}: no order at all`, call, { id: '-' }, 1001, 'id'] as Case,
    [`${call}: an order that is not there`, call, { id: '999999' }, 1004] as Case,
    [`${call}: a position of another person`, call, { id: 'bobs position' }, 1004] as Case,
    [`${call}: a pending order of another person`, call, { id: 'bobs pending' }, 1004] as Case,
    [`${call}: an order that is closed`, call, { id: 'closed' }, 1106] as Case,
    [`${call}: an order that is cancelled`, call, { id: 'cancelled' }, 1106] as Case,
  ]),
  ['close: a pending order', 'close', { id: 'pending' }, 1106],
  ['reverse: a pending order', 'reverse', { id: 'pending' }, 1106],
  ['cancel: a position', 'cancel', { id: 'held' }, 1106],
  // part of the lots: 0.5 are held
  ...each(['0', '0.501', '0.51', '50', '0.005', '0.105', '0.41', '0.45', '0.49'], (cont) => [
    `close: ${cont} of 0.5 lots`,
    'close',
    { id: 'held', cont },
    1102,
  ]),
  ...each(['', '-0.1', 'half', '1e-1'], (cont) => [`close: ${shown(cont)} as part`, 'close', { id: 'held', cont }, 1001, 'cont']),
  // edits: a buy held at 1.08345 with the price there, and a pending buy at 1.08
  ['setStop: stop loss at the price', 'setStop', { id: 'held', stop_loss_price: '1.08345', target_profit_price: '0' }, 1103],
  ['setStop: stop loss above the price of a buy', 'setStop', { id: 'held', stop_loss_price: '1.09', target_profit_price: '0' }, 1103],
  ['setStop: take profit below the price of a buy', 'setStop', { id: 'held', stop_loss_price: '0', target_profit_price: '1.08' }, 1103],
  ['setStop: pending, stop loss at the order price', 'setStop', { id: 'pending', stop_loss_price: '1.08', target_profit_price: '0' }, 1103],
  [
    'setStop: pending, take profit below the order price',
    'setStop',
    { id: 'pending', stop_loss_price: '0', target_profit_price: '1.07' },
    1103,
  ],
  ...['stop_loss_price', 'target_profit_price'].flatMap((field) =>
    each(
      ['-1', '1.070001', 'abc', ''],
      (price): Case => [`setStop: ${shown(price)} as ${field}`, 'setStop', { id: 'held', [field]: price }, 1001, field],
    ),
  ),
  // dates: now is 2026-03-04 10:00
  ...['myDeal', 'statement'].flatMap((call): Case[] => [
    [`${call}: only the start`, call, { startTime: '1772236800' }, 1001, 'endTime'],
    [`${call}: only the end`, call, { endTime: '1772236800' }, 1001, 'startTime'],
    [`${call}: the end before the start`, call, { startTime: '1772236800', endTime: '1772150400' }, 1001, 'endTime'],
    [`${call}: an empty period`, call, { startTime: '1772236800', endTime: '1772236800' }, 1001, 'endTime'],
    [`${call}: a start before 2000`, call, { startTime: '946598399', endTime: '1772236800' }, 1001, 'startTime'],
    [`${call}: a start in the future`, call, { startTime: '1772841600', endTime: '1772928000' }, 1001, 'startTime'],
    [`${call}: an end in the future`, call, { startTime: '1772236800', endTime: '1773928000' }, 1001, 'endTime'],
    [`${call}: words as a date`, call, { startTime: '2026-03-01', endTime: '2026-03-02' }, 1001, 'startTime'],
    [`${call}: a negative date`, call, { startTime: '-1', endTime: '1772236800' }, 1001, 'startTime'],
  ]),
  ['myDeal: an unknown status', 'myDeal', { status: '2' }, 1001, 'status'],
  ['myDeal: page 0', 'myDeal', { page: '0' }, 1001, 'page'],
  ['myDeal: 51 rows', 'myDeal', { limit: '51' }, 1001, 'limit'],
  ["statement: an account that is not the person's", 'statement', { type: 'forex' }, 1001, 'type'],
  ['statement: an unknown account', 'statement', { type: '7' }, 1001, 'type'],
  ['statement: an unknown format', 'statement', { format: 'pdf' }, 1001, 'format'],
];
