import type { IdentityInput } from '../../identity/identity-form.ts';
import { needTexts, t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';

const identityFields = lazyCode(
  async () => (await Promise.all([import('../../identity/identity-fields.tsx'), needTexts('identity')]))[0].IdentityFields,
);

/** Who a person is, where the site asks for it with the registration (S1-5.06): all of it or nothing (decision D1.5.19). */
export const IdentityPart = ({ input }: { input: IdentityInput }) => (
  <section class="credential-part" aria-label={t('register:identity')}>
    <h3>{t('register:identity')}</h3>
    <p class="credential-note">{t('register:identity.detail')}</p>
    <LazyView code={identityFields} props={{ input }} />
  </section>
);
