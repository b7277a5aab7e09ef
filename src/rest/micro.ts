/** Micro trades, one function per endpoint (/v2/api/micro). Asked and answered in the house's words: the rows of the wire end here. */
import type { MicroList, MicroTerms, MicroTrade, NewMicro } from '#domain/micro-trade.ts';
import { newMicroToWire } from '#protocol/micro-requests.ts';
import { MICRO_STATUS, microPageFromWire, microTermsFromWire, submittedMicroFromWire } from '#protocol/micro-wire.ts';
import type { MicroOrdersReply, MicroSubmitReply } from '#protocol/rest/micro.ts';
import { microOrdersEndpoint, microTermsEndpoint, submitMicroEndpoint } from '#protocol/rest/micro-endpoints.ts';
import { CallError } from './call-error.ts';
import { DONE_UNREAD } from './orders.ts';
import type { CallOptions, MoneyOptions, Request } from './request.ts';

/** Durations and their terms for a product now, and stakes to choose from. */
export const microTerms = (request: Request, productId: number, options?: CallOptions): Promise<MicroTerms> =>
  request.call<unknown>(microTermsEndpoint, { forex_id: productId }, options).then(microTermsFromWire);

type MicroPageRequest = { list: MicroList; page: number; limit?: number };

/** One page, newest first. A row that is no micro trade is left out and said in the console. */
export async function microPage(
  request: Request,
  { list, page, limit }: MicroPageRequest,
  options?: CallOptions,
): Promise<{ readonly trades: readonly MicroTrade[]; readonly total: number }> {
  const reply = await request.call<MicroOrdersReply>(microOrdersEndpoint, { status: MICRO_STATUS[list], page, limit }, options);
  return microPageFromWire(reply, request.warn);
}

/** Opens a micro trade. Rejects with `DONE_UNREAD` when it was opened and the answer cannot be read, never as if nothing had happened. */
export async function submitMicro(request: Request, asked: NewMicro, options?: MoneyOptions): Promise<MicroTrade> {
  const reply = await request.money<MicroSubmitReply>(submitMicroEndpoint, newMicroToWire(asked), options);
  try {
    return submittedMicroFromWire(reply);
  } catch (error) {
    request.warn(String(error));
    throw new CallError(DONE_UNREAD);
  }
}
