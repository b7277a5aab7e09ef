/** What the server says of the market and of balances never changes by a rearrangement of its code: the text of an earlier server stands beside it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { marketSaid, type Said } from './market-said.ts';

const recorded = readFileSync(new URL('./recorded-market.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Said);

describe('the text of products, candles, quotes and balances', () => {
  it('S1-3.01 S1-3.03 D1.3.13 is what it was, to the byte', async () => {
    const said = await marketSaid();
    expect(said.map(([name]) => name)).toEqual(recorded.map(([name]) => name));
    for (const [at, [name, text]] of recorded.entries()) expect(said[at]?.[1], name).toBe(text);
  });

  it('is asked of open and closed markets, of a night that costs something, and of locked money', () => {
    const all = new Map(recorded);
    for (const wanted of ['"MarketStatus":1', '"MarketStatus":2', '"Financing":{', '"MarginMode":1', '"Default":1'])
      expect(all.get('products'), wanted).toContain(wanted);
    expect(all.get('balances')).toContain('"lockBalance":"0"');
    expect(all.get('balances with a lock')).not.toContain('"lockBalance":"0"');
  });
});
