/** What all open positions come to together, as it moves: the profit as the engine has it, the charges of the orders that are held. */
import { computed } from '@preact/signals';
import { type Money, roundDecimal } from '#domain/decimal.ts';
import { chargesOf, type OrderResult, sumOfResults } from '#domain/order-result.ts';
import { floatingProfit, isAccountKnown } from '../state/account.ts';
import { openOrders } from '../state/orders.ts';
import { amountTone, arrowOf, signedAmountText, UNKNOWN } from '../text/format.ts';
import { moneyText } from '../text/money.ts';

/** The profit in it is that of the last list; `floatingProfit` is the one that moves. */
export const openResult = computed(() => sumOfResults((openOrders.value ?? []).filter((order) => order.state === 'holding')));
const openNet = computed<Money>(() => floatingProfit.value + chargesOf(openResult.value));
const isKnown = computed(() => isAccountKnown.value && openOrders.value !== undefined);

const ofOpen = (amountOf: (result: OrderResult) => Money) =>
  computed(() => (isKnown.value ? signedAmountText(amountOf(openResult.value), 2) : UNKNOWN));
/** Fees and nights together, and each for itself; below zero a cost. */
export const openChargesText = ofOpen(chargesOf);
export const openFeesText = ofOpen(({ fee }) => -fee);
export const openNightsText = ofOpen(({ financing }) => financing);
const withArrow = (text: (net: Money) => string) =>
  computed(() => (isKnown.value ? `${arrowOf(roundDecimal(openNet.value, 2))} ${text(openNet.value)}`.trim() : UNKNOWN));
/** '▲ +40.80 USD'. */
export const openNetText = withArrow((net) => moneyText(net, { sign: true }));
/** '▲ +40.80', below a sum that has its currency. */
export const openNetAmount = withArrow((net) => signedAmountText(net, 2));
export const openNetTone = computed(() => (isKnown.value ? amountTone(openNet.value, 2) : ''));
