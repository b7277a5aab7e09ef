/** The marks of the products: which pictures a code has, and the sprite that they are in. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { markIds } from '#ui/products/pictures/mark-ids.ts';
import { productMarks, SPRITE } from '../../../scripts/product-marks.ts';
import products from '../../../server/seed/products.json' with { type: 'json' };

const sprite = readFileSync(SPRITE, 'utf8');
const names = new Set([...sprite.matchAll(/<symbol id="mark-([^"]+)"/g)].map((match) => match[1] as string));
const has = (name: string) => names.has(name);

describe('D9.106 the pictures of a code', () => {
  it.each([
    ['EURUSD', ['eur', 'usd']],
    ['USDJPY', ['usd', 'jpy']],
    ['XAUUSD', ['xau', 'usd']],
    ['BTCUSD', ['btc', 'usd']],
    ['DOGEUSD', ['doge', 'usd']],
    ['US500', ['usd']],
    ['NAS100', ['usd']],
    ['GER40', ['de']],
    ['HK50', ['hkd']],
    ['UKOIL', ['oil', 'gbp']],
    ['NATGAS', ['gas']],
  ])('of %s are %j', (code, wanted) => {
    expect(markIds(code, has)).toEqual(wanted);
  });
  it.each(['ABCXYZ', 'EURABC', 'CHZ', 'X', '', '500', 'constructor'])('there are none of %j', (code) => {
    expect(markIds(code, has)).toBeUndefined();
  });
  it('are there for every product that the demo begins with', () => {
    expect(products.filter(({ code }) => markIds(code, has) === undefined).map(({ code }) => code)).toEqual([]);
  });
});

describe('D9.106 the sprite', () => {
  it('is what the script draws from the two sets', () => {
    expect(productMarks()).toBe(sprite);
  });
  it('takes at most 8 KB of the network', () => {
    expect(gzipSync(sprite, { level: 9 }).length).toBeLessThanOrEqual(8 * 1024);
  });
  it('has nothing that the policy of the page forbids or that could be taken for another element', () => {
    expect(sprite).not.toMatch(/style=|<script|href=|<style|\son\w+=/);
    const ids = [...sprite.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id?.startsWith('mark-'))).toBe(true);
  });
});
