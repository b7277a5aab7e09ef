/**
 * Micro trades as the rules have them, told a second time: from the list of what stood on the tape alone, in whole cents and without a line of
 * the server's. What a trade came to is looked for by going through the ticks.
 */

type ModelTick = { readonly product: number; readonly price: bigint; readonly timeMs: number; readonly confirm: boolean };
type ModelTrade = {
  readonly id: number;
  readonly trader: number;
  readonly product: number;
  readonly isUp: boolean;
  readonly cents: bigint;
  readonly percent: bigint;
  readonly seconds: number;
  readonly openPrice: bigint;
  readonly openSeq: number;
  readonly expireMs: number;
  state: 'running' | 'expiry' | 'gap' | 'reset';
  endPrice: bigint;
  endSeq: number;
  profitCents: bigint;
};

const SILENT_MS = 5_000;
const START_CENTS = 1_000_000n;

/** Half of a cent goes up: 33.33 x 0.85 = 28.3305. */
const income = (cents: bigint, percent: bigint): bigint => (cents * percent + 50n) / 100n;

export class MicroModel {
  /** In the order of the tape: the first has the number 1. */
  readonly ticks: ModelTick[] = [];
  readonly trades: ModelTrade[] = [];
  #live: ModelTrade[] = [];
  readonly balance = new Map<number, bigint>();

  /** The newest price of a product, with its number; undefined before the first. */
  newest(product: number): { price: bigint; seq: number; timeMs: number } | undefined {
    for (let at = this.ticks.length - 1; at >= 0; at--) {
      const tick = this.ticks[at] as ModelTick;
      if (tick.product === product && !tick.confirm) return { price: tick.price, seq: at + 1, timeMs: tick.timeMs };
    }
    return undefined;
  }

  running(trader: number): ModelTrade[] {
    return this.#live.filter((trade) => trade.trader === trader && trade.state === 'running');
  }

  cents(trader: number): bigint {
    return this.balance.get(trader) ?? START_CENTS;
  }

  staked(trader: number): bigint {
    return this.running(trader).reduce((sum, { cents }) => sum + cents, 0n);
  }

  open(trade: ModelTrade): void {
    this.balance.set(trade.trader, this.cents(trade.trader) - trade.cents);
    this.trades.push(trade);
    this.#live.push(trade);
  }

  /** Ends what the tape has come past. */
  settle(): void {
    this.#live = this.#live.filter(({ state }) => state === 'running');
    for (const trade of this.#live) {
      const later = this.ticks.slice(trade.openSeq).findIndex(({ timeMs }) => timeMs > trade.expireMs);
      if (later >= 0) this.#end(trade, trade.openSeq + later);
    }
  }

  /** `until`: place in the list of the first tick later than the expiry. */
  #end(trade: ModelTrade, until: number): void {
    // It opened at a tick of its own, so that the last one is not before that.
    const own = this.ticks.slice(trade.openSeq - 1, until).map((tick, at) => ({ ...tick, seq: trade.openSeq + at }));
    const ofProduct = own.filter(({ product }) => product === trade.product);
    const isHeard = ofProduct.some(({ timeMs }) => timeMs > trade.expireMs - SILENT_MS && timeMs <= trade.expireMs);
    const last = ofProduct.filter(({ confirm }) => !confirm).at(-1);
    if (!isHeard || !last) {
      this.#void(trade, 'gap');
      return;
    }
    const isWon = trade.isUp ? last.price >= trade.openPrice : last.price <= trade.openPrice;
    trade.state = 'expiry';
    trade.endPrice = last.price;
    trade.endSeq = last.seq;
    trade.profitCents = isWon ? income(trade.cents, trade.percent) : -trade.cents;
    this.balance.set(trade.trader, this.cents(trade.trader) + trade.cents + trade.profitCents);
  }

  #void(trade: ModelTrade, state: 'gap' | 'reset'): void {
    trade.state = state;
    this.balance.set(trade.trader, this.cents(trade.trader) + trade.cents);
  }

  /** What runs comes to nothing, and the money is what it was at first. */
  reset(trader: number): void {
    for (const trade of this.running(trader)) this.#void(trade, 'reset');
    this.balance.set(trader, START_CENTS);
  }
}
