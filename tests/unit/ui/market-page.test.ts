import { describe, expect, it } from 'vitest';
import type { OwnBalance } from '#domain/account.ts';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import type { UserRow } from '#protocol/rest/user.ts';
import { linePath } from '#ui/kit/line-path.ts';
import { productsOf } from '#ui/screens/home/category.ts';
import { ordered } from '#ui/screens/home/list-order.ts';
import { movers } from '#ui/screens/home/movers.ts';
import { foundProducts } from '#ui/screens/product/found-products.ts';
import { menuLink, menuLinks } from '#ui/shell/menu-link.ts';
import { ownTotal } from '#ui/state/balances.ts';
import { menuRows } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { amountText } from '#ui/text/format.ts';
import { openingTime } from '#ui/text/opening-time.ts';

const account = (type: string, balance: string, locked = '0', deficit = '0'): OwnBalance => ({
  type,
  balance: decimal(balance),
  locked: decimal(locked),
  deficit: decimal(deficit),
});
const product = (id: number, code: string, showCode: string, name: string, categoryId = 1) =>
  ({ id, code, showCode, name, categoryId }) as Product;

describe('total balance', () => {
  it('S1-2.37 is free and locked money of all real accounts less what is owed', () => {
    const rows = [account('forex', '100.5', '20'), account('micro', '10'), account('change', '5', '0', '1.25'), account('demo', '10000')];
    expect(formatDecimal(ownTotal(rows, false))).toBe('134.25');
    expect(formatDecimal(ownTotal(rows, true))).toBe('10000');
  });
  it('is never below zero', () => {
    expect(ownTotal([account('forex', '0', '0', '50')], false)).toBe(0n);
  });
  it('S1-2.37 is shown with 2 decimals: 10.005 gives 10.01', () => {
    expect(amountText(ownTotal([account('forex', '10.005')], false), 2)).toBe('10.01');
    expect(amountText(ownTotal([account('forex', '10.00499999')], false), 2)).toBe('10.00');
  });
});

describe('the list', () => {
  const rows = [
    product(1, 'EURUSD', 'EUR/USD', 'Euro / US dollar'),
    product(2, 'XAUUSD', 'XAU/USD', 'Gold / US dollar', 2),
    product(3, 'USDJPY', 'USD/JPY', 'US dollar / Yen'),
  ];
  it('S1-2.43 shows all, one category, or the favourites', () => {
    expect(productsOf('all', rows, [])).toHaveLength(3);
    expect(productsOf('2', rows, []).map((row) => row.code)).toEqual(['XAUUSD']);
    expect(productsOf('favourites', rows, ['USDJPY']).map((row) => row.code)).toEqual(['USDJPY']);
    expect(productsOf('9', rows, [])).toEqual([]);
  });
  it('finds by code, shown code and name, the start of a code first, then what only the server knows', () => {
    expect(foundProducts('usd', rows, []).map((row) => row.id)).toEqual([3, 1, 2]);
    expect(foundProducts('EUR/U', rows, []).map((row) => row.id)).toEqual([1]);
    expect(foundProducts('GOLD', rows, []).map((row) => row.id)).toEqual([2]);
    expect(foundProducts('  ', rows, [])).toHaveLength(3);
    expect(foundProducts('or', rows, [product(2, 'XAUUSD', 'XAU/USD', 'Or'), product(9, 'X', 'X', 'X')]).map((row) => row.id)).toEqual([
      2, 9,
    ]);
  });
});

describe('menu rows', () => {
  it('lead inside by a path and outside in a new tab', () => {
    expect(menuLink('/product')).toEqual({ href: '#/product' });
    expect(menuLink('https://example.com/a')).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
  });
  it.each(['/', '/trade', '/order', '/follow', '/rank', '/user'])('D9.107 do not repeat the tab %s', (path) => {
    expect(menuLink(path)).toBeUndefined();
  });
  it('D9.107 may name one part of a tab, and no screen that is not built', () => {
    expect(menuLink('/order?type=3')).toEqual({ href: '#/order?type=3' });
    expect(menuLink('/mine/transfer')).toBeUndefined();
  });
  it.each(['home_menu', 'user_menu'])('D1.6.01 D9.107 of %s are shown to a demo user where they allow it, and nowhere twice', (group) => {
    const row = (id: number, path: string, allow_demo: '0' | '1') =>
      ({ id, group, title: path, path, icon: '', is_mobile: '1', allow_demo, sort: id }) as const;
    menuRows.value = [row(1, '/product', '1'), row(2, '/order?type=3', '0'), row(3, '/trade', '1'), row(4, 'https://example.com/', '1')];
    const shown = (elsewhere?: string) => menuLinks(group, elsewhere).map(({ row: { id } }) => id);
    expect([shown(), shown('/product')]).toEqual([
      [1, 2, 4],
      [2, 4],
    ]);
    user.value = { is_demo: 1 } as UserRow;
    expect(shown()).toEqual([1, 4]);
    user.value = null;
    menuRows.value = undefined;
  });
  it.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', '', 'order', 'https://'])('lead nowhere from %j', (path) => {
    expect(menuLink(path)).toBeUndefined();
  });
});

it('a mini chart spans its box, and needs two points', () => {
  expect(linePath([1])).toBe('');
  expect(linePath([1, 3, 2], 100, 30)).toBe('M0.0 28.0L50.0 2.0L100.0 15.0');
  expect(linePath([5, 5], 100, 30)).toBe('M0.0 15.0L100.0 15.0');
});

describe('D9.105 by the change of the day', () => {
  const changes: Readonly<Record<number, number>> = { 1: 0.2, 2: -1.5, 3: 3, 4: Number.NaN, 5: -0.1, 6: 0 };
  const changeOf = (id: number) => changes[id] ?? Number.NaN;
  const row = (id: number, marketStatus: Product['marketStatus'] = 'open') => ({ ...product(id, `P${id}`, `P/${id}`, ''), marketStatus });
  const rows = [1, 2, 3, 4, 5, 6].map((id) => row(id));
  const ids = (list: readonly Product[]) => list.map(({ id }) => id);

  it('the list goes by gains or by losses, one without a change last; else favourites come first', () => {
    expect(ids(ordered('gains', rows, ['P5'], changeOf))).toEqual([3, 1, 6, 5, 2, 4]);
    expect(ids(ordered('losses', rows, ['P5'], changeOf))).toEqual([2, 5, 6, 1, 3, 4]);
    expect(ids(ordered('usual', rows, ['P5', 'P3'], changeOf))).toEqual([3, 5, 1, 2, 4, 6]);
  });
  it('the movers are those that gained most, then those that lost most', () => {
    expect(ids(movers(rows, changeOf, 4))).toEqual([3, 1, 2, 5]);
  });
  it('who has not moved, or is closed, is no mover: the first of the list stand there', () => {
    expect(ids(movers([row(1), row(2), row(3, 'closed'), row(6), row(4)], changeOf, 4))).toEqual([1, 2, 3, 6]);
    expect(ids(movers([row(4), row(6)], changeOf, 4))).toEqual([4, 6]);
    expect(movers([], changeOf, 4)).toEqual([]);
  });
});

describe('D9.105 when a market opens', () => {
  // A Sunday.
  const now = Date.UTC(2026, 10, 22, 17, 0);
  const at = (day: number, hour: number, minute: number) => Date.UTC(2026, 10, day, hour, minute);
  it.each([
    [at(22, 22, 5), '0', '22:05'],
    [at(23, 0, 5), '0', 'Mon 00:05'],
    [at(22, 22, 5), '8', '06:05'],
    [at(28, 9, 0), '0', 'Sat 09:00'],
    [at(29, 9, 0), '0', '11-29 09:00'],
    [at(23, 5, 0), 'America/New_York', 'Mon 00:00'],
    [at(21, 9, 0), '0', '11-21 09:00'],
  ])('%d in zone %s is %s', (opensAtMs, zone, text) => {
    expect(openingTime(opensAtMs, now, zone)).toBe(text);
  });
});
