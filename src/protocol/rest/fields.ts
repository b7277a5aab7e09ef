/** Building blocks of the schemas: how single values look on the wire (decisions D0.13, D0.15, D0.19). */
import * as v from 'valibot';
import { TRADING_DAY, UNTIL_CANCELLED } from '#domain/good-till.ts';

/** A decimal string as money and lots travel, without exponent (security S28). */
export const Decimal = v.pipe(v.string(), v.regex(/^-?\d{1,11}(\.\d{1,8})?$/));
/** A flag of the site's configuration: '0' or '1'. */
export const WireFlag = v.picklist(['0', '1']);
/** `YYYY-MM-DD HH:mm:ss` in GMT. */
export const Stamp = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/));

/** A decimal as a person sends it: at most 10 digits, a point, at most 8 digits; never negative. */
export const AskedDecimal = v.pipe(v.string(), v.regex(/^\d{1,10}(\.\d{1,8})?$/));
/** A positive integer id, sent as text. */
export const AskedId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/));
/** One to a hundred ids with commas between. */
export const AskedIds = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/));
/** A page number, 1 to 10,000. */
export const AskedPage = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$|^10000$/));
/** A page size, 1 to 50. */
export const AskedLimit = v.pipe(v.string(), v.regex(/^([1-9]|[1-4]\d|50)$/));
/** Unix seconds. */
export const AskedSeconds = v.pipe(v.string(), v.regex(/^\d{1,11}$/));
/** How long a pending order waits: until it is cancelled, to the end of the trading day, or to a time in unix seconds. */
export const AskedGoodTill = v.pipe(v.string(), v.regex(new RegExp(`^(${UNTIL_CANCELLED}|${TRADING_DAY}|[1-9]\\d{0,10})$`)));
/** A client's key of a money call: UUID version 4. */
export const ClientId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i));
/** Milliseconds as the client's clock reads; only for the duplicate rule of D0.11. */
export const AskedTime = v.pipe(v.string(), v.regex(/^\d{1,16}$/));
