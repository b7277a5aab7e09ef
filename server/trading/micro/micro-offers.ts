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
import { type MicroOdds, NOT_KEPT, type OddsAsked, type WinShares } from '../../micro/micro-odds.ts';
import type { DeskParts } from '../desk-parts.ts';
import { OddsNotKeptError } from './kept-odds.ts';

/** A row, and the seconds below which a chosen end has its terms: those of the next row; of the last one its own. */
export type ListedRow = DurationRow & { readonly below: number };
type OfferParts = Pick<DeskParts, 'catalogue' | 'settings'> & { readonly odds: MicroOdds };

/** The operator's rows for a product; those for all without one. */
export function durationRows({ settings }: Pick<DeskParts, 'settings'>, product: Product | undefined): readonly ListedRow[] {
  const rows = durationsOf(readDurations(settings.get('micro_durations')) ?? [], product?.code);
  return rows.map((row, at) => ({ ...row, below: rows[at + 1]?.seconds ?? row.seconds }));
}

/** What the odds of a row are asked by, whatever end was chosen: so there are no more of them to compute than there are rows (decision D9.167). */
const oddsAsked = (product: Product, row: ListedRow, openMs: number): OddsAsked => [product.id, row.seconds, openMs, row.below];

const ratioBy = (shares: WinShares | undefined, row: DurationRow): Ratio | undefined => shares && offeredRatio(shares.best, row.ratio);

/**
 * The ratio at which a trade opens now within a transaction, `undefined` where it is not offered. Throws `OddsNotKeptError` where the odds would
 * have to be computed for it.
 */
export function ratioNow({ odds }: Pick<OfferParts, 'odds'>, row: ListedRow, product: Product, openMs: number): Ratio | undefined {
  const asked = oddsAsked(product, row, openMs);
  const shares = odds.keptSharesOf(...asked);
  if (shares === NOT_KEPT) throw new OddsNotKeptError(asked);
  return ratioBy(shares, row);
}

/** A row as it is offered for a trade of it that opens at a time; its ratio is the configured one where nothing is offered. */
function offerOf({ catalogue, settings, odds }: OfferParts, row: ListedRow, product: Product, openMs: number): ShownDuration {
  const shares = odds.sharesOf(...oddsAsked(product, row, openMs));
  const offered = ratioBy(shares, row);
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
    endsAfterClose: !catalogue.isOpenThrough(product, openMs, openMs + row.seconds * 1_000),
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
  const offers = durationRows(parts, product).map((row) => (product ? offerOf(parts, row, product, openMs) : rowOffer(row)));
  return microTermsToWire(offers, amountsOf(parts), openMs);
}
