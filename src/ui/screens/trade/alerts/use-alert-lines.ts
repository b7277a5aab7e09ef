/** The price alerts of the product upon its chart: each a line that can be dragged, or moved by the arrow keys, to another price. */
import { useMemo } from 'preact/hooks';
import { decimalFromNumber, type Price, toNumber } from '#domain/decimal.ts';
import type { PriceAlert } from '#domain/price-alert.ts';
import type { Product } from '#domain/product.ts';
import { sendAlertEdit } from '../../../alerts/alert-calls.ts';
import { sideOf } from '../../../alerts/alert-form.ts';
import { alertsOfProduct, useAlerts } from '../../../alerts/alert-lists.ts';
import type { PriceLine } from '../../../charts/tags/price-line.ts';
import { toast } from '../../../kit/toast.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { priceText } from '../../../text/format.ts';
import type { LineSource, SharedDraft } from '../chart-lines/line-source.ts';
import { askedAlert } from './asked-alert.ts';

const keyOf = ({ id }: PriceAlert): string => `alert/${id}`;

export function useAlertLines(product: Product, draft: SharedDraft): LineSource {
  const own = useAlerts().data.value;
  const alerts = useMemo(() => alertsOfProduct(own, product.id), [own, product.id]);
  const lines = useMemo(() => alerts.flatMap((alert) => alertLine(alert, product)), [alerts, product]);
  const drop = (key: string, price: number) => {
    const alert = alerts.find((one) => keyOf(one) === key);
    if (!alert) return;
    void moveAlert(alert, product, price).finally(() => {
      // By then another line may be under the finger.
      if (draft.peek()?.key === key) draft.value = undefined;
    });
  };
  return { lines, drop };
}

/** An alert of a move in percent has no price. */
function alertLine(alert: PriceAlert, product: Product): PriceLine[] {
  const { kind, price: exact } = alert;
  if (kind === 'move' || exact === undefined) return [];
  const [key, price, digits] = [keyOf(alert), toNumber(exact), product.pricePrecision];
  const waits = (side: 'above' | 'below', at: number) => t(`alerts:waits.${side}`, { price: priceText(at, digits) });
  const line: PriceLine = {
    ...{ key, price, group: key, kind: 'alert', icon: 'bell', label: priceText(price, digits) },
    open: () => {
      askedAlert.value = { productId: product.id, alert };
    },
    drag: {
      name: t('alerts:line', { waits: waits(kind, price) }),
      allow: (wanted) => allowedPrice(wanted, digits, quoteOf(product.id).close.peek(), price),
      describe: (at) => waits(sideAt(product, at) ?? kind, at),
    },
  };
  return [line];
}

const sideAt = (product: Product, price: number): 'above' | 'below' | undefined =>
  sideOf(decimalFromNumber<Price>(price), quoteOf(product.id).close.peek());

/** A price of the product, above zero, and not the newest one, which is waited for no longer; without a price to compare with, none but its own. */
function allowedPrice(wanted: number, digits: number, now: number, own: number): number {
  if (!(now > 0)) return own;
  const step = 10 ** -digits;
  const price = Number(Math.max(wanted, step).toFixed(digits));
  return price === now ? Number((price + (wanted < now ? -step : step)).toFixed(digits)) : price;
}

/** It waits at its new price, on the side where that lies now; or it stays, and a toast says why. */
async function moveAlert(alert: PriceAlert, product: Product, at: number): Promise<void> {
  const price = decimalFromNumber<Price>(at);
  const kind = sideAt(product, at);
  if (price === undefined || kind === undefined) return;
  const refusal = await sendAlertEdit(alert.id, { price, ...(kind !== alert.kind && { kind }) });
  if (refusal) toast(refusal.text, 'bad');
  else toast(t('alerts:moved', { code: product.showCode, price: priceText(at, product.pricePrecision) }), 'good');
}
