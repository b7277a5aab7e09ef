/** Building blocks of the schemas: how single values look on the wire (decisions D0.13, D0.15, D0.19). */
import * as v from 'valibot';
import { TRADING_DAY, UNTIL_CANCELLED } from '#domain/good-till.ts';

/** Text of a form, and that form in words for who is refused: an expression is not what a caller can act on (decision D9.310). */
export const written = (form: RegExp, takes: string) => v.pipe(v.string(), v.regex(form, takes));

/** A decimal string as money and lots travel, without exponent (security S28). */
export const Decimal = written(/^-?\d{1,11}(\.\d{1,8})?$/, 'a number with at most 11 digits before the point and 8 after it');
/** A flag of the site's configuration: '0' or '1'. */
export const WireFlag = v.picklist(['0', '1']);
/** `YYYY-MM-DD HH:mm:ss` in GMT. */
export const Stamp = written(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, 'a time as YYYY-MM-DD HH:mm:ss');

/** A decimal as a person sends it: at most 10 digits, a point, at most 8 digits; never negative. */
export const AskedDecimal = written(/^\d{1,10}(\.\d{1,8})?$/, 'a number from 0 with at most 10 digits before the point and 8 after it');
/** A positive integer id, sent as text. */
export const AskedId = written(/^[1-9]\d{0,14}$/, 'a whole number from 1, of at most 15 digits');
/** One to a hundred ids with commas between. */
export const AskedIds = written(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, 'one to 100 whole numbers from 1 with commas between');
/** A page number, 1 to 10,000. */
export const AskedPage = written(/^[1-9]\d{0,3}$|^10000$/, 'a whole number from 1 to 10000');
/** A page size, 1 to 50. */
export const AskedLimit = written(/^([1-9]|[1-4]\d|50)$/, 'a whole number from 1 to 50');
/** Unix seconds. */
export const AskedSeconds = written(/^\d{1,11}$/, 'unix seconds');
/** How long a pending order waits: until it is cancelled, to the end of the trading day, or to a time in unix seconds. */
export const AskedGoodTill = written(
  new RegExp(`^(${UNTIL_CANCELLED}|${TRADING_DAY}|[1-9]\\d{0,10})$`),
  `${UNTIL_CANCELLED}, ${TRADING_DAY} or a time in unix seconds`,
);
/** A client's key of a money call: UUID version 4. */
export const ClientId = written(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i, 'a UUID of version 4');
/** Milliseconds as the client's clock reads; only for the duplicate rule of D0.11. */
export const AskedTime = written(/^\d{1,16}$/, 'a time in unix ms, digits alone');
