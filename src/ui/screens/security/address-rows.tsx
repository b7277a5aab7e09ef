import { useSignal } from '@preact/signals';
import { type AccountKind, accountKinds } from '#domain/registration.ts';
import { AddressText } from '../../kit/address-text.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { lazySheet } from '../../lazy/lazy-sheet.tsx';
import { shownMobile } from '../../security/shown-mobile.ts';
import { flag } from '../../state/site.ts';
import { user } from '../../state/user.ts';
import { Row } from './security-rows.tsx';

const addressSheet = lazySheet(async () => {
  const [{ AddressSheet }] = await Promise.all([import('./address-sheet.tsx'), needTexts('register')]);
  return AddressSheet;
});

/** What one is written to and logs in by: of the kinds that the site takes. */
export const AddressRows = () => (
  <>
    {accountKinds((name) => (flag(name) ? '1' : '0')).map((kind) => (
      <AddressRow key={kind} kind={kind} />
    ))}
  </>
);

function AddressRow({ kind }: { kind: AccountKind }) {
  const open = useSignal(false);
  const who = user.value;
  const address = (kind === 'email' ? who?.email : shownMobile(who?.mobile ?? '', flag('is_show_mobile'))) ?? '';
  return (
    <>
      <Row
        icon={kind === 'email' ? 'mail' : 'phone'}
        label={t(`security:${kind}`)}
        value={address ? <AddressText address={address} /> : t('security:none')}
        isLong
        onClick={() => (open.value = true)}
      />
      <addressSheet.View open={open} kind={kind} isFirst={address === ''} />
    </>
  );
}
