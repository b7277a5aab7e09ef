/** Whether the cards of Home and Account show amounts of money as stars (decision D1.2.34). Kept on this device. */
import { habit } from './habit.ts';

export const HIDDEN_AMOUNT = '****';

const hiding = habit('amounts_hidden', false);
export const areAmountsHidden = hiding.isOn;
export const toggleAmounts = (): void => hiding.choose(!areAmountsHidden.peek());
