import { useSignal } from '@preact/signals';
import type { ProtectionReply } from '#rest/protection.ts';
import type { SecurityReply } from '#rest/security.ts';
import { Banner } from '../../kit/banner.tsx';
import { type Key, t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { canPasskey } from '../../security/can-passkey.ts';
import { user } from '../../state/user.ts';
import { FactorSheet } from './factor-sheet.tsx';
import { FreezeSheet } from './freeze-sheet.tsx';
import { PasskeysSheet } from './passkeys-sheet.tsx';
import { endText } from './security-lists.ts';
import { Row, Rows } from './security-rows.tsx';
import { WordSheet } from './word-sheet.tsx';

type ProofProps = { state: SecurityReply; protection: ProtectionReply | undefined };

const hasPayPassword = (): boolean => user.value?.has_pay_password === '1';

/** How many of the things that keep somebody else out are on, and which are not. */
export function Verdict({ state }: { state: SecurityReply }) {
  const protections: readonly (readonly [Key, boolean])[] = [
    ['security:factor', state.factor === '1'],
    ...(state.passkey === '1' ? [['security:passkeys', state.passkeys.length > 0] as const] : []),
    ['security:pay-password', hasPayPassword()],
    ['security:word', state.word !== ''],
  ];
  const left = protections.filter(([, isOn]) => !isOn).map(([name]) => t(name));
  const counts = { on: protections.length - left.length, all: protections.length, left: left.join(', ') };
  return <Banner icon="shield">{t(left.length > 0 ? 'security:verdict' : 'security:verdict.all', counts)}</Banner>;
}

/** What keeps somebody else out, and what of it holds now. */
export function ProofRows({ state, protection }: ProofProps) {
  const open = { factor: useSignal(false), passkeys: useSignal(false), word: useSignal(false), freeze: useSignal(false) };
  const isFactorSet = state.factor === '1';
  const isFrozen = protection?.frozen === '1';
  return (
    <>
      <Rows label={t('security:group.protection')} notices={protection && <ProofNotices state={protection} />}>
        <Row
          icon="shield"
          label={t('security:factor')}
          value={t(isFactorSet ? 'security:factor.on' : 'security:factor.off')}
          onClick={() => (open.factor.value = true)}
        />
        {state.passkey === '1' && (
          <Row
            icon="account"
            label={t('security:passkeys')}
            value={passkeysText(state.passkeys.length)}
            onClick={() => (open.passkeys.value = true)}
          />
        )}
        <Row
          icon="wallet"
          label={t('security:pay-password')}
          value={t(hasPayPassword() ? 'security:set' : 'security:not-set')}
          onClick={() => navigate(PATHS.payPassword)}
        />
        <Row icon="quote" label={t('security:word')} value={state.word || t('security:none')} onClick={() => (open.word.value = true)} />
        {protection && (
          <Row
            icon="frost"
            label={t(isFrozen ? 'security:unfreeze' : 'security:freeze')}
            value={t(isFrozen ? 'security:frozen' : 'security:frozen.not')}
            onClick={() => (open.freeze.value = true)}
          />
        )}
      </Rows>
      <FactorSheet open={open.factor} isSet={isFactorSet} codes={state.codes} />
      <PasskeysSheet open={open.passkeys} rows={state.passkeys} hasFactor={isFactorSet} />
      <WordSheet open={open.word} value={state.word} hasFactor={isFactorSet} />
      {protection && <FreezeSheet open={open.freeze} state={protection} hasFactor={isFactorSet} />}
    </>
  );
}

/** With that they cannot be used in this browser or at this address, where they cannot: nobody has to go in to learn it. */
function passkeysText(count: number): string {
  if (canPasskey()) return count > 0 ? String(count) : t('security:none');
  return count > 0 ? t('security:passkeys.some-not-here', { count }) : t('security:passkeys.not-here');
}

/** Why the account is frozen, and why withdrawals wait. */
function ProofNotices({ state: { frozen, by, withdrawals, changed } }: { state: ProtectionReply }) {
  const time = endText(withdrawals);
  return (
    <>
      {frozen === '1' && <Banner tone="warn">{t(by ? `security:standing.frozen-by.${by}` : 'security:standing.frozen')}</Banner>}
      {withdrawals > Date.now() && (
        <Banner tone="warn">
          {changed ? t(`security:standing.withdrawals.${changed}`, { time }) : t('security:standing.withdrawals', { time })}
        </Banner>
      )}
    </>
  );
}
