/** What a person reads about the own micro trades. Reads only. */
import { microPageToWire } from '#protocol/micro-wire.ts';
import type { MicroOrdersReply } from '#protocol/rest/micro.ts';
import { microCount, microPage } from '../../repositories/micro-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import { shownMicro } from '../micro/shown-micro.ts';
import type { MicroTradesQuery, Trader } from '../trading.ts';

/** A page of a list, newest first, with the length of the list. */
export async function microTradesView(
  parts: DeskParts,
  trader: Trader,
  { list, page, limit }: MicroTradesQuery,
): Promise<MicroOrdersReply> {
  const { kysely } = parts.db;
  const of = { userId: trader.id, list };
  const total = await microCount(kysely, of);
  const micros = await microPage(kysely, of, page, limit);
  // Behind the reading, which may take long: a page counts on from what is left when the answer comes.
  const nowMs = parts.clock.now();
  const shown = micros.map((micro) => shownMicro(micro, parts.catalogue.byId(micro.productId), nowMs));
  return microPageToWire(shown, total);
}
