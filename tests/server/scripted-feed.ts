/** A feed that says what a test tells it to. While it is not silenced, every open product keeps a fresh price. */
import { decimal, type Price } from '#domain/decimal.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { Clock, Stop } from '#server/clock/clock.ts';
import type { Feed } from '#server/feed/feed.ts';
import type { Tape } from '#server/tape/tape.ts';

const CONFIRM_MS = 1_000;

export type ScriptedFeed = Feed & {
  /** Puts a price on the tape; visible when it resolves. */
  pushTick(code: string, price: string, volume?: string): Promise<void>;
  /** No more confirms: quotes go stale 5 s of the clock later. */
  silence(): void;
  /** True once it has put its first prices onto the tape, until it stops: what a test pushes before is lost, or older than those. */
  hasBegun(): boolean;
};

export function scriptedFeed(parts: { clock: Clock; tape: Tape; catalogue: Catalogue }): ScriptedFeed {
  const { clock, tape, catalogue } = parts;
  let stopConfirms: Stop = () => {};
  let hasBegun = false;
  const open = () => catalogue.products().filter((product) => catalogue.statusAt(product, tape.nowMs()) === 'open');
  const push = (productId: number, price: Price, volume: bigint, confirm: boolean) =>
    tape.push({ productId, price, volume, timeMs: tape.nowMs(), confirm });
  return {
    async start() {
      for (const product of open()) push(product.id, tape.newest(product.id)?.price ?? product.seedPrice, 0n, false);
      await tape.flush();
      stopConfirms = clock.every(CONFIRM_MS, async () => {
        for (const product of open()) {
          const newest = tape.newest(product.id);
          push(product.id, newest?.price ?? product.seedPrice, 0n, newest !== undefined);
        }
        await tape.flush();
      });
      hasBegun = true;
    },
    async stop() {
      hasBegun = false;
      stopConfirms();
    },
    async pushTick(code, price, volume = '1') {
      const product = catalogue.byCode(code);
      if (!product) throw new Error(`no product ${code}`);
      push(product.id, decimal<Price>(price), decimal(volume), false);
      await tape.flush();
    },
    silence: () => stopConfirms(),
    hasBegun: () => hasBegun,
  };
}
