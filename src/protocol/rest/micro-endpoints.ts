/** The endpoints of micro trades (specification S1 section 7). Apart from the others, so that a page without micro trades ships none of them. */
import { money, read } from './endpoint.ts';

export const microTermsEndpoint = read('/v2/api/micro/get_seconds');
export const submitMicroEndpoint = money('/v2/api/micro/submit');
export const microOrdersEndpoint = read('/v2/api/micro/orders');
