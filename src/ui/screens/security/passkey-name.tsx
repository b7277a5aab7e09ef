import { PASSKEY_NAME_MAX } from '#domain/profile.ts';
import { type PasskeyRow, renamePasskey } from '#rest/security.ts';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { NameForm } from './name-form.tsx';

/** A name by which one passkey is told from another. */
export function PasskeyName({ row, onDone }: { row: PasskeyRow; onDone: () => void }) {
  return (
    <NameForm
      label={t('security:passkey.name')}
      start={row.name}
      max={PASSKEY_NAME_MAX}
      hint={t('security:passkey.name-detail')}
      save={(name) => renamePasskey(request, row.id, name)}
      onDone={onDone}
    />
  );
}
