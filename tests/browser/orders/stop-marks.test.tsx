import { within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { order, ordersEvent, push } from '../trade/fake-market.ts';
import { leaveRecords, openRecords, putWaiting, resetRecords, rowsOf, tab, world } from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(async () => {
  await leaveRecords();
});

const marksOf = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('.order-row-stops [aria-hidden]') ?? [])].map((node) => node.textContent);

describe('D9.432 a row of the records tells which stops are set', () => {
  it('in two letters each, with the price for who hears it; nothing where there is none', async () => {
    world.held = [
      order({ Id: world.firstId + 3, TargetLossPrice: 1.08, TargetProfitPrice: 1.09 }),
      order({ Id: world.firstId + 2, TargetLossPrice: 1.08 }),
      order({ Id: world.firstId + 1 }),
    ];
    openRecords();
    await expect.poll(() => rowsOf('Holding').map(marksOf)).toEqual([['SL', 'TP'], ['SL'], []]);
    const head = within(rowsOf('Holding')[0] as HTMLElement).getAllByRole('button')[0];
    expect(head?.textContent).toContain('Stop loss 1.08000');
    expect(head?.textContent).toContain('Take profit 1.09000');
  });

  it('of an order that waits, too', async () => {
    putWaiting();
    world.waiting[0] = { ...(world.waiting[0] ?? order({})), TargetProfitPrice: 1.08 };
    openRecords('#/order?type=0');
    await expect.poll(() => rowsOf('Pending').map(marksOf)).toEqual([['TP'], []]);
  });

  it('a row with stops is as high as one without, and begins where it does, also with long prices and sums', async () => {
    const coin = { Id: 9, Code: 'BTCUSD', ShowCode: 'BTC/USD', PricePrecision: 2 };
    const long = { OriginPrice: 98_765.43, Price: 98_765.43, ForexTradeLists: coin, TradeFee: '124.6' };
    const stops = { TargetLossPrice: 90_000, TargetProfitPrice: 110_000 };
    const euro = { TargetLossPrice: 1.08, TargetProfitPrice: 1.09 };
    const own = [{ ...long, ...stops }, long, euro, {}];
    world.held = own.map((over, at) => order({ Id: world.firstId + 4 - at, ...over }));
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(4);
    push({
      events: [ordersEvent(...world.held)],
      orders: world.held.map(({ Id }, at) => ({ id: Id, price: 1.08384, profit: at < 2 ? '1234.2' : '4.2' })),
    });
    await expect.poll(() => rowsOf('Holding')[1]?.textContent).toContain('+1,234.20');
    const places = rowsOf('Holding').map((row) => [
      Math.round(row.getBoundingClientRect().height),
      Math.round(row.querySelector('.order-row-line')?.getBoundingClientRect().left ?? 0),
    ]);
    expect([places[0], places[2]]).toEqual([places[1], places[3]]);
    expect(places[2]?.[0]).toBe(64);
  });
});

it.each(['Holding', 'Pending'])('WCAG 1.3.1 the tab of %s is read out with its count', async (name) => {
  putWaiting();
  openRecords();
  await expect.poll(() => rowsOf('Holding').length).toBe(2);
  expect(tab(name).textContent).toBe(name);
  push({ events: [ordersEvent(...world.held, ...world.waiting)] });
  await expect.poll(() => tab(`${name}, 2`).textContent).toBe(`${name}2`);
});
