import { describe, expect, it } from 'vitest';
import { spokenLanguages } from '#ui/language/spoken-languages.ts';
import { userMenuRows } from '#ui/screens/account/user-menu.ts';
import { shownMobile } from '#ui/security/shown-mobile.ts';

const row = (id: number, path: string, allow_demo: '0' | '1' = '1') =>
  ({ id, group: 'user_menu', title: path, path, icon: '', is_mobile: '1', allow_demo, sort: id }) as const;
const ROWS = [row(1, '/mine/transfer'), row(2, '/mine/wallet', '0'), row(3, '/alerts'), row(4, '/nowhere'), row(5, '/mine/invite')];
const linkOf = (path: string) => (path === '/nowhere' ? undefined : { href: `#${path}` });
const TERMS = { isDemo: false, hasOneAccount: false, takesInvites: false, shownElsewhere: ['/alerts'], linkOf };
const shown = (terms: Partial<typeof TERMS>) =>
  userMenuRows(ROWS, { ...TERMS, ...terms }).map((one) => `${one.row.path}${one.isBarred ? ' barred' : ''}`);

describe('the menu of a person', () => {
  it('S1-2.112 has the transfer page, unless there is one account only', () => {
    expect(shown({})).toEqual(['/mine/transfer', '/mine/wallet']);
    expect(shown({ hasOneAccount: true })).toEqual(['/mine/wallet']);
  });

  it('D9.318 has the way to invite others where a registration takes their code', () => {
    expect(shown({ takesInvites: true })).toEqual(['/mine/transfer', '/mine/wallet', '/mine/invite']);
  });

  it('S1-6.06 D1.6.01 bars a demo account from rows that do not allow it', () => {
    expect(shown({ isDemo: true })).toEqual(['/mine/transfer', '/mine/wallet barred']);
  });
});

it('D1.7.14 of a number the first three characters and the last four are shown, unless it is shown whole', () => {
  expect(shownMobile('+14155550123', false)).toBe('+14•••••0123');
  expect(shownMobile('+14155550123', true)).toBe('+14155550123');
  expect(shownMobile('+155501', false)).toBe('+155501');
});

it('D9.265 languages can be chosen that have texts, in the order of the specification', () => {
  expect(spokenLanguages(['/locales/xx/shell.json', '/locales/cs/shell.json', '/locales/en/home.json', '/locales/hk/shell.json'])).toEqual([
    'hk',
    'cs',
  ]);
  expect(spokenLanguages()).toContain('en');
});
