/** Stop-outs that an operator makes of positions as they were not: every verifier says the same of them. */
import { describe, expect, it } from 'vitest';
import { contractProfit } from '#domain/profit.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import type { HeldPosition } from '#domain/tape/deal-terms.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import type { StopOutClose } from '#domain/tape/signed-deal.ts';
import { signed } from './made-log.ts';
import { MadeMarket } from './made-market.ts';
import { saidByAll } from './put-together.ts';
import type { World } from './receipt-world.ts';
import { drawn, worldOf } from './receipts-of-fills.ts';

const market = new MadeMarket(5, 300);
const isMany = ({ terms: { positions } }: StopOutClose) =>
  positions.length > 2 && positions.every(({ tickSeq, fromSeq, hours }) => tickSeq > 0 && fromSeq < 300 && hours.halts.length === 0);

/** A stop-out of several positions, all of them valued and open around the clock. */
function worldOfMany(): World<StopOutClose> {
  for (;;) {
    const world = worldOf(market, drawn(market, 'stopOut')) as World<StopOutClose>;
    if (isMany(world.deal) && world.deal.terms.positions.every(({ product }) => product === 1 || product === 2)) return world;
  }
}

const { file, log, deal } = worldOfMany();
const { positions } = deal.terms;
const priceOf = ({ tickSeq }: HeldPosition) => market.tick(tickSeq).price;
const worth = (held: HeldPosition) => contractProfit({ ...held, price: priceOf(held) });

/** What all verifiers say of other positions, with a balance by which the account is at its level as before. */
function said(held: readonly HeldPosition[], more: Partial<StopOutClose> = {}): string {
  const floating = (all: readonly HeldPosition[]) => all.reduce((sum, one) => sum + (one.tickSeq === 0 ? 0n : worth(one)), 0n);
  const balance = deal.terms.balance + floating(positions) - floating(held);
  const text = dealText({ ...deal, ...more, terms: { ...deal.terms, balance, positions: held } } as StopOutClose);
  const [all, ...others] = saidByAll(receiptText({ ...file, deal: signed(text, log.receiptsKey) }), log);
  expect(others).toEqual([]);
  return all ?? '';
}

const GREEN = 'signed logged kept extends';
const isVictim = ({ order }: HeldPosition) => order === deal.order;
const with_ = (is: (one: HeldPosition) => boolean, more: Partial<HeldPosition>) =>
  positions.map((one) => (is(one) ? { ...one, ...more } : one));

describe('a stop-out', () => {
  it('is good as it was', () => {
    expect(said(positions)).toBe(GREEN);
  });

  it('D9.465 has each position once, by number: one that stands there twice loses twice', () => {
    const malformed = 'deal-malformed unproved unproved extends';
    expect(said(positions.flatMap((one) => (isVictim(one) ? [one, one] : [one])))).toBe(malformed);
    expect(said([...positions].reverse())).toBe(malformed);
  });

  it('D9.465 knows the price of a position whose product is alive on the tape', () => {
    for (const held of positions)
      if (!isVictim(held)) expect(said(with_((one) => one === held, { tickSeq: 0 }))).toBe('signed logged wrong-tick extends');
    // Of a product that nobody ever heard of there is none.
    const unheard = positions.filter((one) => !isVictim(one)).at(-1);
    expect(said(with_((one) => one === unheard, { product: 99, tickSeq: 0 }))).toBe(GREEN);
  });

  it('D9.464 tells a no before hours that nobody knows', () => {
    const untold = { hours: { calendar: 'untold', halts: [] } };
    expect(said(with_(isVictim, untold))).toBe('signed logged hours-unknown extends');
    expect(said(with_(() => true, untold))).toBe('signed logged hours-unknown extends');
    // One that has lost less is no victim while another could be closed for certain.
    const other = positions.find((one) => !isVictim(one)) as HeldPosition;
    const { side, lots, product, contractNumber, quoteRate, tickSeq, order } = other;
    const own = { side, lots, product, contractNumber, quoteRate, tickSeq, order, price: priceOf(other), profit: worth(other) };
    const instead = { ...own, terms: { ...deal.terms, openPrice: other.openPrice } } as Partial<StopOutClose>;
    expect(
      said(
        with_((one) => one === other, untold),
        instead,
      ),
    ).toBe('signed logged victim extends');
    expect(said(with_(isVictim, { ...untold, lots: deal.lots + 1n } as Partial<HeldPosition>))).toBe('signed logged victim extends');
    expect(said(with_(isVictim, untold), { level: 1n } as Partial<StopOutClose>)).toBe('signed logged level extends');
  });
});
