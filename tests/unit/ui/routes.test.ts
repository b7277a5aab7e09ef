import { describe, expect, it } from 'vitest';
import { loginPath } from '#ui/paths.ts';
import { ROUTES, safeFrom } from '#ui/routes.ts';

describe('from', () => {
  it('S1-2.28 leads back to the full path and query of a known route', () => {
    expect(safeFrom('/order?type=3')).toBe('/order?type=3');
    expect(safeFrom('/order?source=0&type=1')).toBe('/order?source=0&type=1');
    expect(safeFrom('/user')).toBe('/user');
    expect(loginPath('/order?type=3')).toBe('/login?from=%2Forder%3Ftype%3D3');
  });

  const HOSTILE = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2f%2fevil.example',
    '%2f%2fevil.example',
    '/user\r\nset-cookie: a=b',
    '/\u2024\u2024/evil',
    '/\u3002evil',
    '/nope',
    '/user/../../evil',
    '/order?type=3&next=//evil.example',
    '/user?x=1',
    '/login?from=/login?from=/user',
    '/login',
    'user',
    '',
    ' /user',
    '/user ',
    '/user#//evil.example',
    '/@evil.example',
    '/.evil.example',
    `/order?type=${'3'.repeat(10_000)}`,
    undefined,
  ];
  it.each(HOSTILE)('never leaves the app: %j', (from) => {
    expect(safeFrom(from)).toBe('/');
  });
});

it('S1-2.33 has six tabs in the order of the specification', () => {
  expect(ROUTES.filter((route) => route.tab).map((route) => route.title)).toEqual(
    ['market', 'trade', 'orders', 'copy', 'ranking', 'account'].map((name) => `shell:tab.${name}`),
  );
});

it('S1-6.10 D9.30 no screen is for an administrator: every path is one of the specification, or an additive one that is named here', () => {
  const specified =
    '/ /trade /order /user /follow /rank /login /register /forgot /language /product /feedback /mine/auth /mine/password /mine/pay-password /mine/history /mine/accounts /mine/invite /mine/email /mine/announcement /mine/about /mine/system /descript/detail /news /news/detail /message /message/detail /mine/charge /mine/withdraw /mine/chat /mine/wallet /mine/bank-card-list /mine/coin-address-list /mine/withdraw-way /mine/transfer'.split(
      ' ',
    );
  const additive = ['/alerts'];
  const isOfItsGroups = (path: string) => /^\/(loan|follow|mining)\//.test(path);
  const others = ROUTES.map(({ path }) => path as string).filter((path) => !specified.includes(path) && !isOfItsGroups(path));
  expect(others).toEqual(additive);
});

it('guards what shows a person’s own data', () => {
  expect(ROUTES.filter((route) => route.guarded).map((route) => route.path)).toEqual([
    '/order',
    '/user',
    '/mine/password',
    '/mine/pay-password',
    '/mine/system',
    '/alerts',
    '/mine/auth',
    '/mine/invite',
  ]);
});
