/**
 * Every endpoint that is there, by area (specification S1 section 7). Apart from the schemas, so that a page that only reads ships none
 * of them.
 */
import { form, money, read } from './endpoint.ts';

// Configuration, menu, area codes, the home ticker.
export const basicInfoEndpoint = read('/api/basicSet/getBasicInfo');
export const settingEndpoint = read('/api/default/setting');
export const areaListEndpoint = read('/api/default/area_list');
export const menuEndpoint = read('/api/menu');
export const homeNewsEndpoint = read('/api/news/homeList');

// Accounts and sessions.
export const loginEndpoint = form('/api/user/loginForU');
export const logoutEndpoint = form('/api/user/logout');
/** By POST, so that the device's token stands in no address. */
export const createDemoEndpoint = form('/api/user/createAccountDemoForU');
export const loginDemoEndpoint = form('/api/user/loginDemoForU');
export const resetDemoEndpoint = money('/v2/api/main/user/resetForexDemoAccount');
export const userInfoEndpoint = read('/api/user/info');
export const balanceEndpoint = read('/v2/api/main/wallet/getBalance');
export const profitsEndpoint = read('/api/user/get_profits');

// Quotes, candles and contract orders.
export const categoriesEndpoint = read('/v2/api/forex/getCategories');
export const tradeListEndpoint = read('/v2/api/forex/trade_list');
export const klineEndpoint = read('/v2/api/forex/kline');
export const shortKlineEndpoint = read('/v2/api/forex/abbreviated_cache_kline');
export const searchEndpoint = read('/v2/api/forex/search');
export const myDealEndpoint = read('/v2/api/forex/my_deal');
export const submitEndpoint = money('/v2/api/forex/submit');
export const closeEndpoint = money('/v2/api/forex/close');
export const cancelEndpoint = money('/v2/api/forex/cancel_trade');
export const setStopEndpoint = money('/v2/api/forex/set_stop_price');

// The log of an account.
export const forexChangeEndpoint = read('/v2/api/main/accountLog/forexChange');
/** Answers a file, not an envelope; refusals are envelopes. */
export const statementEndpoint = read('/v2/api/main/accountLog/statement');

// What makes the outcome of a money call known and final (decision D0.11).
export const byClientIdEndpoint = read('/v2/api/order/by_client_id');
/** Not a money call itself: repeating it is harmless. */
export const voidEndpoint = { path: '/v2/api/order/void', method: 'POST', body: 'form', money: false } as const;
