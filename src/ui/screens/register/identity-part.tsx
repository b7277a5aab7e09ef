import { t } from '../../language/i18n.ts';
import { flag } from '../../state/site.ts';

/** Who a person is, where the site asks for it with the registration: both flags are needed (S1-5.06). */
export function IdentityPart() {
  if (!flag('is_real_name_auth') || !flag('is_register_auth')) return null;
  return (
    <section class="credential-note" aria-label={t('register:identity')}>
      <p>{t('register:identity.later')}</p>
    </section>
  );
}
