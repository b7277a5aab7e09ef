import { type Signal, useSignal } from '@preact/signals';
import { CREDENTIAL_LOCK_HOURS } from '#domain/credential-lock.ts';
import { PASSKEYS_MAX } from '#domain/profile.ts';
import { addPasskey, newPasskey, type PasskeyRow, removePasskey } from '#rest/security.ts';
import { Button } from '../../kit/button.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { canPasskey } from '../../security/can-passkey.ts';
import { makePasskey } from '../../security/web-authn.ts';
import { PasskeyName } from './passkey-name.tsx';
import { ReauthFields } from './reauth-fields.tsx';
import { readSecurityAgain, whenText } from './security-lists.ts';
import { useReauth } from './use-reauth.ts';

type PasskeysSheetProps = { open: Signal<boolean>; rows: readonly PasskeyRow[]; hasFactor: boolean };
/** What is being done: nothing yet, a new one, or one of those that are there. */
type Act = { kind: 'add' } | { kind: 'remove' | 'rename'; row: PasskeyRow } | undefined;

/** Passkeys of the account: the ways in without a password. */
export function PasskeysSheet({ open, rows, hasFactor }: PasskeysSheetProps) {
  return (
    <Sheet open={open} title={t('security:passkeys')} closeLabel={t('shell:close')}>
      <PasskeySteps rows={rows} hasFactor={hasFactor} />
    </Sheet>
  );
}

function PasskeySteps({ rows, hasFactor }: { rows: readonly PasskeyRow[]; hasFactor: boolean }) {
  const act = useSignal<Act>(undefined);
  const finish = () => (act.value = undefined);
  const now = act.value;
  if (now?.kind === 'rename') return <PasskeyName row={now.row} onDone={finish} />;
  if (now) return <PasskeyProof row={now.kind === 'remove' ? now.row : undefined} hasFactor={hasFactor} onDone={finish} />;
  return (
    <div class="security-form">
      <p>{t('security:passkeys.detail')}</p>
      <ul class="security-list">
        {rows.map((row) => (
          <li key={row.id}>
            <PasskeyLine row={row} choose={(kind) => (act.value = { kind, row })} />
          </li>
        ))}
      </ul>
      {canPasskey() ? (
        <Button kind="primary" size="tall" disabled={rows.length >= PASSKEYS_MAX} onClick={() => (act.value = { kind: 'add' })}>
          {t('security:passkey.add')}
        </Button>
      ) : (
        <p>{t('security:passkey.impossible')}</p>
      )}
    </div>
  );
}

function PasskeyLine({ row, choose }: { row: PasskeyRow; choose: (kind: 'remove' | 'rename') => void }) {
  const used = row.used === 0 ? t('security:passkey.unused') : t('security:passkey.used', { time: whenText(row.used) });
  return (
    <div class="security-entry">
      <div>
        <b>{row.name}</b>
        <p>{t('security:passkey.created', { time: whenText(row.created) })}</p>
        <p>{used}</p>
      </div>
      <span class="security-acts">
        <Button size="short" aria-label={t('security:passkey.rename-one', { name: row.name })} onClick={() => choose('rename')}>
          {t('security:passkey.rename')}
        </Button>
        <Button size="short" aria-label={t('security:passkey.remove-one', { name: row.name })} onClick={() => choose('remove')}>
          {t('security:passkey.remove')}
        </Button>
      </span>
    </div>
  );
}

type PasskeyProofProps = { row: PasskeyRow | undefined; hasFactor: boolean; onDone: () => void };

/** Who adds or removes a passkey proves who they are; a new one is then made by the browser. */
function PasskeyProof({ row, hasFactor, onDone }: PasskeyProofProps) {
  const reauth = useReauth(hasFactor);
  const submit = async (event: Event) => {
    event.preventDefault();
    const isDone = await reauth.prove(async (given) => {
      if (row) await removePasskey(request, row.id, given);
      else await addPasskey(request, await makePasskey(await newPasskey(request, given)));
    });
    if (!isDone) return;
    toast(t(row ? 'security:passkey.removed' : 'security:passkey.added'), 'good');
    void readSecurityAgain();
    onDone();
  };
  return (
    <form class="security-form" noValidate onSubmit={submit}>
      <p>
        {row
          ? t('security:passkey.remove-question', { name: row.name, hours: CREDENTIAL_LOCK_HOURS })
          : t('security:passkey.add-detail', { hours: CREDENTIAL_LOCK_HOURS })}
      </p>
      <ReauthFields reauth={reauth} hasFactor={hasFactor} />
      <Button type="submit" kind={row ? 'danger' : 'primary'} size="tall" busy={reauth.isBusy.value}>
        {t(row ? 'security:passkey.remove' : 'security:passkey.make')}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {t('shell:cancel')}
      </Button>
    </form>
  );
}
