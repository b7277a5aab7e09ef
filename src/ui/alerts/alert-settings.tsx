import { Switch } from '../kit/switch.tsx';
import { t } from '../language/i18n.ts';
import { alertSound, alertVibration, shakeForAlert } from '../state/alert-habits.ts';
import { canVibrate } from '../state/order-habits.ts';
import { soundAlert } from './alert-sound.ts';
import './alert-settings.css';

/** Sound and vibration of alerts on this device. A switch that is turned on plays what it switches. */
export function AlertSettings() {
  return (
    <div class="alert-settings">
      <Switch
        label={t('alerts:habit.sound')}
        checked={alertSound.isOn.value}
        onChange={(isOn) => {
          alertSound.choose(isOn);
          void soundAlert();
        }}
      />
      {canVibrate && (
        <Switch
          label={t('alerts:habit.vibrate')}
          checked={alertVibration.isOn.value}
          onChange={(isOn) => {
            alertVibration.choose(isOn);
            shakeForAlert();
          }}
        />
      )}
    </div>
  );
}
