/** Apart from the other endpoints: the engine fetches it with its account, after the first prices. */
import { read } from './endpoint.ts';

export const accountStateEndpoint = read('/v2/api/forex/account_state');
