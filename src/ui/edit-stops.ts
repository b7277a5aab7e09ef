/** The one way in which stops are edited, from a list or from the chart. */
import { type SetStopFields, setStops } from '#rest/forex.ts';
import { moneyRefusal, type OnChecking, type Refusal, takeRow } from './money-refusal.ts';
import { request } from './request.ts';

/** A stop that is not named stays as it is; 0 removes one. `undefined`: they stand, or the order can have none any more. */
export const editStops = (orderId: number, stops: Omit<SetStopFields, 'id'>, onChecking: OnChecking): Promise<Refusal | undefined> =>
  moneyRefusal(async () => takeRow((await setStops(request, { id: String(orderId), ...stops }, { onChecking })).Order));
