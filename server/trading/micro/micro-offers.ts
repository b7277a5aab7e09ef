/**
 * On which terms a product offers micro trades at a moment (decisions D9.19, D9.21, D9.22): the operator's rows, each with the ratio that the
 * odds leave of it.
 */
import { type Money, maxDecimal, type Ratio } from '#domain/decimal.ts';
import { averageResult, offeredRatio } from '#domain/micro-odds.ts';
import { type DurationRow, durationsOf, readAmounts, readDurations } from '#domain/micro-settings.ts';
import { microTermsToWire, type ShownDuration } from '#protocol/micro-wire.ts';
import type { MicroTermsReply } from '#protocol/rest/micro.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { MicroOdds } from '../../micro/micro-odds.ts';
import type { DeskParts } from '../desk-parts.ts';

/** A trade of a product that would be opened at a time and run for so long. */
type Run = { readonly product: Product; readonly openMs: number; readonly expireAtMs: number };
type OfferParts = Pick<DeskParts, 'catalogue' | 'settings'> & { readonly odds: MicroOdds };

/** The operator's rows for a product; those for all without one. */
export const durationRows = ({ settings }: Pick<DeskParts, 'settings'>, product: Product | undefined): readonly DurationRow[] =>
  durationsOf(readDurations(settings.get('micro_durations')) ?? [], product?.code);

/** A row as it is offered for a trade; its ratio is the configured one where nothing is offered. */
export function offerOf({ catalogue, settings, odds }: OfferParts, row: DurationRow, { product, openMs, expireAtMs }: Run): ShownDuration {
  const shares = odds.sharesOf(product.id, Math.floor((expireAtMs - openMs) / 1_000), openMs);
  const offered = shares && offeredRatio(shares.best, row.ratio);
  const ratio = offered ?? row.ratio;
  const lossLevel = settings.get('micro_loss_level');
  const cost = (winShare: Ratio) => maxDecimal<Ratio>(0n, -averageResult({ winShare, ratio, lossLevel }));
  return {
    id: row.seconds,
    seconds: row.seconds,
    ratio,
    minStake: row.minStake,
    maxStake: row.maxStake,
    winShare: shares?.random,
    averageCost: shares && cost(shares.random),
    isOffered: offered !== undefined,
    endsAfterClose: !catalogue.isOpenThrough(product, openMs, expireAtMs),
  };
}

/** A row as it is configured, where no product is named: what the odds leave of it depends on the product. */
const rowOffer = ({ seconds, ratio, minStake, maxStake }: DurationRow): ShownDuration => ({
  ...{ id: seconds, seconds, ratio, minStake, maxStake, winShare: undefined, averageCost: undefined },
  isOffered: true,
  endsAfterClose: false,
});

const amountsOf = ({ settings }: Pick<DeskParts, 'settings'>): readonly Money[] => readAmounts(settings.get('micro_amounts')) ?? [];

/** What may be chosen now. */
export function microTermsView(parts: DeskParts, product: Product | undefined): MicroTermsReply {
  const openMs = parts.clock.now();
  const offers = durationRows(parts, product).map((row) =>
    product ? offerOf(parts, row, { product, openMs, expireAtMs: openMs + row.seconds * 1_000 }) : rowOffer(row),
  );
  return microTermsToWire(offers, amountsOf(parts), openMs);
}
