/**
 * Whether a deal kept its rule, said a second time and in another way: by looking through the whole tape from its first tick, without a thought
 * for speed, and by money formulas of whole numbers written out. It shares nothing with what verifies receipts but the types.
 */
import type {
  AskedClose,
  MarketOpening,
  MicroEnd,
  MicroOpening,
  MicroVoid,
  PendingOpening,
  SignedDeal,
  StopClose,
  StopOutClose,
} from '#domain/tape/signed-deal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { isOpenAt, type MadeMarket } from './made-market.ts';

const UNIT = 100_000_000n;

/** A value over a power of ten, rounded half away from zero to so many digits, in units of 10^-8. */
function rounded(value: bigint, divisor: bigint, digits: number): bigint {
  const step = 10n ** BigInt(8 - digits);
  const [size, by] = [value < 0n ? -value : value, divisor * step];
  const whole = ((2n * size + by) / (2n * by)) * step;
  return value < 0n ? -whole : whole;
}

type Held = {
  readonly side: string;
  readonly lots: bigint;
  readonly openPrice: bigint;
  readonly contractNumber: bigint;
  readonly quoteRate: bigint;
};
const gainOf = ({ side, lots, openPrice, contractNumber, quoteRate }: Held, price: bigint): bigint =>
  rounded((side === 'buy' ? price - openPrice : openPrice - price) * lots * contractNumber * quoteRate, UNIT ** 3n, 6);

function isMoney(deal: SignedDeal): boolean {
  if (deal.rule === undefined || deal.kind === 'micro-open') return deal.profit === 0n;
  if (deal.kind === 'open') {
    const worth = deal.lots * deal.contractNumber * deal.quoteRate;
    const margin =
      deal.marginMode === 1 ? rounded(worth, UNIT ** 2n, 6) : rounded(worth * deal.price, UNIT ** 3n * BigInt(deal.leverage), 6);
    const fee = rounded((deal.terms.feeType === '1' ? deal.lots : margin) * deal.terms.feeRate, UNIT, 6);
    return deal.profit === 0n && deal.margin === margin && deal.fee === fee;
  }
  if (deal.kind === 'close') return deal.fee === 0n && deal.profit === gainOf({ ...deal, openPrice: deal.terms.openPrice }, deal.price);
  if (deal.rule !== 'micro') return deal.profit === 0n;
  const { stake, ratio, openPrice, lossLevel } = deal.terms;
  const income = rounded(stake * ratio, UNIT, 2);
  const isWon = deal.price === openPrice || deal.price > openPrice === (deal.side === 'up');
  return deal.profit === (isWon ? income : lossLevel === '0' ? -stake : -income);
}

export class RuleOracle {
  readonly #market: MadeMarket;

  constructor(market: MadeMarket) {
    this.#market = market;
  }

  /** True: it kept its rule; false: it did not. */
  isKept(deal: SignedDeal): boolean {
    if (!isMoney(deal)) return false;
    // Nothing ends before it began.
    if (deal.rule !== undefined && 'openSeq' in deal.terms && deal.terms.openSeq > (deal.tickSeq ?? deal.knownSeq)) return false;
    switch (deal.rule) {
      case undefined:
      case 'reset':
        return true;
      case 'market':
      case 'close':
      case 'reverse':
        return this.#isNewest(deal);
      case 'pending':
      case 'sl':
      case 'tp':
        return this.#isFirstMet(deal);
      case 'stopout':
        return this.#isVictim(deal);
      case 'micro':
      case 'micro-void':
        return this.#isEnd(deal);
    }
  }

  /** Lives of a product up to a number, oldest first. */
  #lives(product: number, upTo: number): TapeTick[] {
    return this.#market.ticks.filter(({ productId, seq }) => productId === product && seq <= upTo);
  }

  /** Number of the first tick of the blocks up to that of a tick that a silence goes back: of 5 s seven. */
  #newestFrom(known: number, silenceMs: number): number {
    const height = this.#market.heightOf(known);
    return this.#market.log.blocks[Math.max(0, height - Math.ceil(silenceMs / 1_000) - 2)]?.entry.firstSeq ?? 1;
  }

  #isNamed(product: number, known: number, named: number, silenceMs: number): boolean {
    const newest =
      this.#lives(product, known)
        .filter(({ confirm }) => !confirm)
        .at(-1)?.seq ?? 0;
    const first = this.#newestFrom(known, silenceMs);
    return newest >= first ? named === newest : named < first;
  }

  /** Whether a product has no tick after one up to another: a price that confirms carry on. */
  #stays(product: number, named: number, known: number): boolean {
    return named <= known && !this.#lives(product, known).some(({ seq, confirm }) => !confirm && seq > named);
  }

  #isNewest(deal: MarketOpening | AskedClose | MicroOpening): boolean {
    const { silenceMs = 5_000 } = deal.terms;
    const mostMs = silenceMs + 1_000;
    const life = this.#lives(deal.product, deal.knownSeq).at(-1);
    if (!life || life.seq < this.#newestFrom(deal.knownSeq, silenceMs) || life.price !== deal.price) return false;
    const ageMs = deal.timeMs - life.timeMs;
    const isTime = ageMs >= -mostMs && ageMs <= mostMs && this.#market.secondOf(deal.knownSeq) - this.#market.secondOf(life.seq) <= mostMs;
    const isOpen = !('hours' in deal) || isOpenAt(deal.hours, deal.knownSeq, deal.timeMs);
    const isNamed =
      this.#isNamed(deal.product, deal.knownSeq, deal.tickSeq, silenceMs) && this.#stays(deal.product, deal.tickSeq, deal.knownSeq);
    return isTime && isOpen && isNamed;
  }

  #isFirstMet(deal: PendingOpening | StopClose): boolean {
    const buys = deal.side === 'buy';
    const isBelow = (level: bigint) => (price: bigint) => price <= level;
    const isAbove = (level: bigint) => (price: bigint) => price >= level;
    const waits: { readonly name: string; readonly from: number; readonly level: bigint; readonly meets: (price: bigint) => boolean }[] =
      [];
    if (deal.rule === 'pending') {
      const { trigger } = deal.terms;
      const meets = trigger === 'now' ? () => true : trigger === 'down' ? isBelow(deal.level) : isAbove(deal.level);
      waits.push({ name: 'pending', from: deal.fromSeq, level: deal.level, meets });
    } else {
      const { stopLoss, stopLossFrom, takeProfit, takeProfitFrom } = deal.terms;
      if (stopLoss > 0n)
        waits.push({ name: 'sl', from: stopLossFrom, level: stopLoss, meets: buys ? isBelow(stopLoss) : isAbove(stopLoss) });
      if (takeProfit > 0n)
        waits.push({ name: 'tp', from: takeProfitFrom, level: takeProfit, meets: buys ? isAbove(takeProfit) : isBelow(takeProfit) });
    }
    const own = waits.find(({ name }) => name === deal.rule);
    if (own?.level !== deal.level || own.from !== deal.fromSeq) return false;
    const said = deal.rule === 'pending' ? undefined : deal.terms.stopsFrom;
    if (said !== undefined && !(said < deal.fromSeq && waits.some((one) => one !== own && one.from === said))) return false;
    const since = this.#lives(deal.product, this.#market.ticks.length).filter(({ seq }) => seq > (said ?? deal.fromSeq));
    const metBy = (life: TapeTick) => waits.find(({ from, meets }) => life.seq > from && meets(life.price));
    // Of the first confirm nobody can tell what was before it, so it is looked at where the deal says so.
    const isLookedAt = (life: TapeTick, at: number) =>
      at === 0 && life.confirm ? life.seq === deal.knownSeq : this.#market.isLookedAt(life, deal.hours, deal.terms.silenceMs ?? 5_000);
    const first = since.find((life, at) => isLookedAt(life, at) && isOpenAt(deal.hours, life.seq, life.timeMs) && metBy(life));
    if (first?.seq !== deal.knownSeq || metBy(first) !== own || first.price !== deal.price) return false;
    if (deal.timeMs !== first.timeMs) return false;
    if (deal.rule === 'pending' && deal.terms.goodTillMs !== 0 && first.timeMs >= deal.terms.goodTillMs + 1_000) return false;
    const tick = since.filter(({ seq, confirm }) => seq > deal.fromSeq && seq <= deal.knownSeq && !confirm).at(-1);
    return tick ? tick.seq === deal.tickSeq : deal.tickSeq <= deal.fromSeq && this.#stays(deal.product, deal.tickSeq, deal.knownSeq);
  }

  #isVictim(deal: StopOutClose): boolean {
    const { balance, held, pending, deficit, positions, openPrice } = deal.terms;
    let equity = balance + held + pending - deficit;
    const longestMs = Math.max(...positions.map(({ silenceMs = 5_000 }) => silenceMs));
    const worths: { readonly gain: bigint; readonly order: number }[] = [];
    for (const one of positions) {
      if (one.fromSeq >= deal.knownSeq) continue;
      if (one.tickSeq === 0) {
        if (this.#lives(one.product, deal.knownSeq).some(({ seq }) => seq >= this.#newestFrom(deal.knownSeq, longestMs))) return false;
        continue;
      }
      const tick = this.#market.ticks[one.tickSeq - 1];
      if (tick?.productId !== one.product || tick.confirm || !this.#isNamed(one.product, deal.knownSeq, one.tickSeq, longestMs))
        return false;
      const gain = gainOf(one, tick.price);
      equity += gain;
      const life = this.#lives(one.product, deal.knownSeq).at(-1);
      if (life && life.seq >= this.#newestFrom(deal.knownSeq, longestMs) && life.price !== tick.price) return false;
      const isAlive =
        life !== undefined && this.#market.secondOf(deal.knownSeq) - this.#market.secondOf(life.seq) < (one.silenceMs ?? 5_000);
      if (isAlive && isOpenAt(one.hours, deal.knownSeq, this.#market.tick(deal.knownSeq).timeMs)) worths.push({ gain, order: one.order });
    }
    const closed = worths.find(({ order }) => order === deal.order);
    const isWorst =
      closed !== undefined && !worths.some(({ gain, order }) => gain < closed.gain || (gain === closed.gain && order < closed.order));
    const own = positions.find(({ order }) => order === deal.order);
    const isLow = held > 0n && equity * 100n * UNIT <= held * deal.level;
    if (deal.timeMs !== this.#market.ticks[deal.knownSeq - 1]?.timeMs) return false;
    if (!isLow || !isWorst || !own || own.openPrice !== openPrice) return false;
    const names = ['product', 'side', 'lots', 'contractNumber', 'quoteRate', 'tickSeq'] as const;
    return names.every((name) => own[name] === deal[name]);
  }

  #isEnd(deal: MicroEnd | MicroVoid): boolean {
    const { expiryMs, silenceMs = 5_000 } = deal.terms;
    if (deal.timeMs !== expiryMs || this.#market.ticks.slice(0, deal.knownSeq).some(({ timeMs }) => timeMs > expiryMs)) return false;
    const until = this.#market.ticks[deal.knownSeq];
    if (!until) return false;
    const secondMs = this.#market.secondOf(until.seq);
    if (secondMs <= expiryMs || (until.timeMs <= expiryMs && secondMs <= expiryMs + 5_000)) return false;
    const life = this.#lives(deal.product, deal.knownSeq).at(-1);
    const hasPrice = life !== undefined && life.timeMs > expiryMs - silenceMs;
    if (deal.rule !== 'micro') return !hasPrice;
    const windowFrom = this.#market.log.blocks.find(({ entry }) => entry.timeMs > expiryMs - silenceMs - 1_000)?.entry.firstSeq ?? 1;
    const tick = this.#lives(deal.product, deal.knownSeq)
      .filter(({ seq, confirm }) => !confirm && seq >= windowFrom)
      .at(-1);
    const isNamed = tick ? tick.seq === deal.tickSeq : this.#stays(deal.product, deal.tickSeq, deal.knownSeq);
    return hasPrice && life.price === deal.price && isNamed;
  }
}
