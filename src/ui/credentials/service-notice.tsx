import { type Signal, useSignal } from '@preact/signals';
import { REFUSED_COUNTRIES } from '#domain/served-countries.ts';
import { storage } from '../browser/storage.ts';
import { Banner } from '../kit/banner.tsx';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';
import { textsTag } from '../language/language.ts';
import './credential-form.css';

/** That the person has put the bar away. */
const SEEN_KEY = 'service_notice';

/** Where the service is not offered, in the shown language (decision D1.1.01). */
export function serviceNotice(): string {
  const tag = textsTag();
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const countries = REFUSED_COUNTRIES.map((code) => names.of(code) ?? code);
  return t('account:notice', { countries: new Intl.ListFormat(tag, { type: 'conjunction' }).format(countries) });
}

/** True until the bar has been put away: once and for all in this browser. */
export const useServiceBar = (): Signal<boolean> => useSignal(storage.get(SEEN_KEY) === null);

/** The notice as a bar. */
export function ServiceBar({ isShown }: { isShown: Signal<boolean> }) {
  if (!isShown.value) return null;
  const dismiss = () => {
    storage.set(SEEN_KEY, '1');
    isShown.value = false;
  };
  const button = (
    <IconButton label={t('account:notice.dismiss')} onClick={dismiss}>
      <Icon name="close" />
    </IconButton>
  );
  return <Banner action={button}>{serviceNotice()}</Banner>;
}
