import { beforeEach, describe, expect, it } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import { STORED } from '#ui/browser/stored-keys.ts';
import { keepSite, readKeptSite } from '#ui/state/kept-site.ts';

const row = { id: 1, group: 'home_block', title: 'News', path: 'news', icon: '', is_mobile: '1', allow_demo: '1', sort: 2 } as const;
const site = { lang: 'en', values: { site_name: 'Outcry', is_home_search: '1' }, menu: [row] };
const put = (kept: unknown) => storage.set(STORED.site, typeof kept === 'string' ? kept : JSON.stringify(kept));
const whole = { version: 1, ...site };

beforeEach(() => storage.remove(STORED.site));

describe('what the site said at the last visit (decision D9.101)', () => {
  it('is there at the next one, in its language', () => {
    expect(readKeptSite('en')).toBeUndefined();
    keepSite(site);
    expect(readKeptSite('en')).toEqual(site);
    expect(readKeptSite('de')).toBeUndefined();
  });

  it('is the newest only', () => {
    keepSite(site);
    keepSite({ ...site, values: { site_name: 'Another' }, menu: [] });
    expect(readKeptSite('en')).toEqual({ lang: 'en', values: { site_name: 'Another' }, menu: [] });
  });

  it('a site that says too much is not kept, and what was kept before stays', () => {
    keepSite(site);
    keepSite({ ...site, values: { site_name: 'x'.repeat(50_000) } });
    expect(readKeptSite('en')).toEqual(site);
  });

  const BROKEN: readonly [string, unknown][] = [
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['a list', []],
    ['of another version', { ...whole, version: 2 }],
    ['without a version', site],
    ['without values', { ...whole, values: undefined }],
    ['with values that are a list', { ...whole, values: ['1'] }],
    ['with a value that is no text', { ...whole, values: { is_home_search: 1 } }],
    ['with a menu that is none', { ...whole, menu: { 0: row } }],
    ['with a row that is none', { ...whole, menu: [row, null] }],
    ['with a row without a path', { ...whole, menu: [{ ...row, path: undefined }] }],
    ['with a title that is no text', { ...whole, menu: [{ ...row, title: { en: 'News' } }] }],
    ['with a place that is no number', { ...whole, menu: [{ ...row, sort: '2' }] }],
    ['with a number that is a text', { ...whole, menu: [{ ...row, id: '1' }] }],
  ];
  it.each(BROKEN)('%s is as if nothing were kept', (_name, kept) => {
    put(whole);
    expect(readKeptSite('en')).toEqual(site);
    put(kept);
    expect(readKeptSite('en')).toBeUndefined();
  });
});
