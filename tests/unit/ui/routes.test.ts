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

it('guards what shows a person’s own data', () => {
  expect(ROUTES.filter((route) => route.guarded).map((route) => route.path)).toEqual([
    '/order',
    '/user',
    '/mine/password',
    '/mine/pay-password',
    '/mine/system',
    '/alerts',
    '/mine/auth',
  ]);
});
