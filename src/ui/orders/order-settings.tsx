import { Switch } from '../kit/switch.tsx';
import { t } from '../language/i18n.ts';
import { canVibrate, chooseConfirm, chooseVibration, confirmsOrders, vibrates } from '../state/order-habits.ts';
import './order-settings.css';

/** How orders are handled on this device. The first switch is of the realm that one is in: play money and real money each have their own. */
export function OrderSettings() {
  return (
    <div class="order-settings">
      <Switch label={t('ticket:habit.confirm')} checked={confirmsOrders.value} onChange={chooseConfirm} />
      {canVibrate && <Switch label={t('ticket:habit.vibrate')} checked={vibrates.value} onChange={chooseVibration} />}
    </div>
  );
}
