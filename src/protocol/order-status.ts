/** The numbers that the specification gives to an order's states (and decision D1.3.07 to the last), both ways. */
import type { OrderState } from '#domain/order.ts';
import { asNumber } from './wire-value.ts';

export const ORDER_STATUS = { pending: 0, holding: 1, closed: 3, cancelled: 4 } as const satisfies Record<OrderState, number>;
const STATES: readonly (OrderState | undefined)[] = ['pending', 'holding', undefined, 'closed', 'cancelled'];

/** The state that a number (or its text) stands for; `undefined` for any other value. */
export const orderState = (status: unknown): OrderState | undefined => STATES[asNumber(status)];
