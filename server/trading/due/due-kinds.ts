/** Every kind of work that an account may have due, by the name in the table. */

import { EXACT_KIND } from '../../repositories/due-work-repository.ts';
import { FINANCING } from '../orders/financing-work.ts';
import { GOOD_TILL } from '../orders/good-till-work.ts';
import type { DueKinds } from './due-kind.ts';
import { financing } from './financing.ts';
import { goodTill } from './good-till.ts';
import { microExpiry } from './micro-expiry.ts';

export const DUE_KINDS: DueKinds = { [FINANCING]: financing, [GOOD_TILL]: goodTill, [EXACT_KIND]: microExpiry };
