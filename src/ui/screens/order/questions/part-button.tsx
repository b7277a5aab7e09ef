import { lotsInSteps } from '#domain/lots.ts';
import type { Order } from '#domain/order.ts';
import { Button } from '../../../kit/button.tsx';
import { t } from '../../../language/i18n.ts';
import { productMap } from '../../../state/products.ts';
import { partRules } from './part-rules.ts';

/** The way to closing a part of a position. One that is too small for that says from how many lots on it can be done. */
export function PartButton({ order, onClick }: { order: Order; onClick: () => void }) {
  const product = productMap.value.get(order.product.id);
  const rules = product && partRules(order, product);
  const least = rules?.largest === 0n && t('orders:part.from', { lots: lotsInSteps(rules.min + rules.pip, rules.pip) });
  return (
    <Button disabled={least !== false} onClick={onClick}>
      {t('orders:part')}
      {least && <small>{least}</small>}
    </Button>
  );
}
