/** D9.288: of 100 receipts tampered with in each way none is green, and no honest one is red. */
import { describe, expect, it } from 'vitest';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeMarket } from './made-market.ts';
import { type Judged, judged, judgedFile, makeWorld, type World } from './receipt-world.ts';
import { drawn, KINDS, worldOf } from './receipts-of-fills.ts';
import { TAMPERINGS } from './signed-lies.ts';

const OF_EACH_KIND = 100;
const WORLDS: readonly World[] = [makeWorld(1, 40), makeWorld(2, 97), makeWorld(3, 255), makeWorld(4, 530), makeWorld(5, 760)];

describe('tampered receipts', () => {
  it.each(Object.entries(TAMPERINGS))('D9.288 none of 100 is green: %s', (kind, ways) => {
    const random = new Seeded(kind.length * 1_000 + kind.charCodeAt(0));
    const passed: string[] = [];
    const found = new Map<string, number>();
    for (let done = 0; done < OF_EACH_KIND; done++) {
      const world = WORLDS[done % WORLDS.length] as World;
      const way = done % ways.length;
      const made = ways[way]!(world, random);
      const { colour, why }: Judged = 'text' in made ? judged(made.text, made.by ?? world.by) : judgedFile(made, world.by);
      found.set(`${way} ${colour}`, (found.get(`${way} ${colour}`) ?? 0) + 1);
      // What is left out of a file makes it amber; what is changed in it red, or no receipt at all. An older checkpoint by a key that nobody
      // knows proves nothing and accuses nobody (decision D9.454).
      const isLess = (kind === 'gap' && way > 0) || (kind === 'signature' && why.endsWith(' older-key'));
      const isCaught = colour === 'red' || colour === 'refused' || (isLess && colour === 'amber');
      if (!isCaught) passed.push(`way ${way}, world ${done % WORLDS.length}: ${colour}: ${why}`);
    }
    expect(passed).toEqual([]);
    expect([...found.values()].reduce((sum, count) => sum + count, 0)).toBe(OF_EACH_KIND);
  });
});

describe('honest receipts', () => {
  it('D9.288 are green, on a device that knows the log', () => {
    for (const { file, by } of WORLDS)
      expect(judged(receiptText(file), by)).toEqual({ colour: 'green', why: 'signed logged kept extends' });
    for (let seed = 100; seed < 200; seed++) {
      const { file, by } = makeWorld(seed, 20 + ((seed * 37) % 90));
      expect([seed, judgedFile(file, by)]).toEqual([seed, { colour: 'green', why: 'signed logged kept extends' }]);
    }
  });

  it('D9.288 are green for every kind of deal, with the part of the tape that each needs', () => {
    const market = new MadeMarket(21, 800);
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
      for (let at = 0; at < 12; at++) {
        const { file, by, deal } = worldOf(market, drawn(market, kind));
        const price = deal.tickSeq === undefined ? 'no-price' : 'logged';
        const rule = deal.rule === undefined ? 'older-deal' : 'kept';
        expect([kind, judgedFile(file, by).why]).toEqual([kind, `signed ${price} ${rule} extends`]);
      }
  });

  it('D9.288 are amber and never red for whoever knows or has less', () => {
    for (const { file, by } of WORLDS) {
      expect(judgedFile(file, { ...by, pin: undefined, seen: [] }).why).toBe('signed logged kept first-use');
      expect(judgedFile({ ...file, older: [] }, { ...by, seen: [] }).why).toBe('signed logged kept no-own-checkpoint');
      expect(judgedFile({ ...file, older: [] }, { ...by, seen: by.seen.map(({ checkpoint }) => ({ checkpoint })) }).why).toMatch(
        /^signed logged kept (unlinked|extends)$/,
      );
      expect(judgedFile({ ...file, keys: undefined }, by).why).toBe('keys-missing logged kept extends');
      expect(judgedFile({ ...file, bodies: new Map() }, by)).toEqual({ colour: 'amber', why: 'signed body-missing segment extends' });
      expect(judgedFile({ ...file, runs: [], bodies: new Map(), summaries: undefined }, by).colour).toBe('amber');
    }
  });
});
