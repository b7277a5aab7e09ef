import { describe, expect, it } from 'vitest';
import type { OwnBalance } from '#domain/account.ts';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { linePath } from '#ui/kit/mini-area.tsx';
import { productsOf } from '#ui/screens/home/category.ts';
import { loginProblems } from '#ui/screens/login/login-form.ts';
import { foundProducts } from '#ui/screens/product/found-products.ts';
import { menuLink } from '#ui/shell/menu-link.ts';
import { ownTotal } from '#ui/state/balances.ts';
import { amountText } from '#ui/text/format.ts';

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
    expect(menuLink('/order')).toEqual({ href: '#/order' });
    expect(menuLink('https://example.com/a')).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
  });
  it.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', '', 'order', 'https://'])('lead nowhere from %j', (path) => {
    expect(menuLink(path)).toBeUndefined();
  });
});

it('the login form says what is missing, in the words of the specification', () => {
  expect(loginProblems({ email: ' ', password: '' })).toEqual({
    email: 'account:login.need-email',
    password: 'account:login.need-password',
  });
  expect(loginProblems({ email: 'a b@c', password: 'x' })).toEqual({ email: 'account:login.email-invalid' });
  expect(loginProblems({ email: ' demo@example.com ', password: 'x' })).toEqual({});
});

it('a mini chart spans its box, and needs two points', () => {
  expect(linePath([1])).toBe('');
  expect(linePath([1, 3, 2], 100, 30)).toBe('M0.0 28.5L50.0 1.5L100.0 15.0');
  expect(linePath([5, 5], 100, 30)).toBe('M0.0 15.0L100.0 15.0');
});
