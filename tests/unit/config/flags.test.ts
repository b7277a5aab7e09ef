import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL_LOCK_MS } from '#domain/credential-lock.ts';
import { CONFIG_DEFAULTS, FLAGS } from '#domain/flags.ts';
import { LANGUAGES, languageOf } from '#domain/languages.ts';
import { LOOSER_AFTER_MS } from '#domain/own-limits.ts';
import { liftableAt } from '#domain/protection.ts';
import { isOn, SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import en from '#server/seed/messages/en.json' with { type: 'json' };
import seeded from '#server/seed/settings.json' with { type: 'json' };
import { messageText } from '#server/site/messages.ts';

describe('the configuration', () => {
  it('S1-3.24 theme colours and currency have the defaults of the specification', () => {
    expect(SETTING_DEFAULTS).toMatchObject({
      currency: 'USD',
      currency_symbol: '$',
      theme_primary: '#85bd00',
      theme_up: '#85bd00',
      theme_kline_up: '#85bd00',
      theme_down: '#f6543e',
      theme_kline_down: '#f6543e',
    });
  });

  it('a flag is on only for 1, missing is off (decision D0.19)', () => {
    expect([1, '1'].map(isOn)).toEqual([true, true]);
    expect([undefined, null, '', '0', 0, 'true', true, '2', ' 1'].map(isOn)).not.toContain(true);
  });

  it('knows every flag that the specification lists, each off by default', () => {
    const listed =
      'is_micro is_dark_mode is_hazard_rate only_one_account is_internal_message is_home_search is_home_title_pic is_home_balance_recharge is_home_balance_withdraw is_recharge_contact is_withdraw_contact is_user_show_level is_user_show_credit is_register_email is_register_phone is_mock_login is_real_name_auth is_register_auth is_auth_ssn is_auth_hand_pic is_register_pay_pwd is_register_invite_code invite_code_required is_reset_password_verify is_recharge_crypto is_recharge_bank_card is_withdraw_crypto is_withdraw_bank_card is_recharge_blank_contact edit_recharge_bank_info is_bank_charge_wire_info is_bank_charge_cancel_btn is_charge_proof_img is_charge_withdraw_contact is_withdraw_bank_contact is_withdraw_account_input is_withdraw_pay_pwd is_wallet_bank_card is_wallet_crypto'.split(
        ' ',
      );
    for (const flag of listed) expect(CONFIG_DEFAULTS[flag], flag).toBe('0');
    expect(new Set(FLAGS).size).toBe(FLAGS.length);
  });

  it('every seeded name exists', () => {
    for (const values of Object.values(seeded)) for (const name of Object.keys(values)) expect(CONFIG_DEFAULTS).toHaveProperty(name);
  });

  it('S1-9.01 S1-9.02 has the 18 languages; tw and zh are hk', () => {
    expect(LANGUAGES).toEqual('hk en jp kr th vn fr de ru spa pt ar it tr id my hi cs'.split(' '));
    expect(['tw', 'zh', 'zh-CN', 'hk', 'xx', ''].map(languageOf)).toEqual(['hk', 'hk', 'hk', 'hk', undefined, undefined]);
  });
});

describe('messages', () => {
  it('fill their places, and an unknown key never shows itself', () => {
    expect(messageText('invalidField', 'en', { field: 'cont', allowed: 'more' })).toBe('cont is not valid: more');
    expect(messageText('nonsense', 'en')).toBe(en.generic);
    expect(messageText('ok', 'jp')).toBe(en.ok);
  });

  it('D9.28 D9.236 D9.238 say how long somebody waits by the rules that make them wait', () => {
    const says = (key: string) => messageText(key, 'en');
    expect(says('limitWaits')).toBe(`The limit will hold in ${LOOSER_AFTER_MS / DAY_MS} days`);
    expect(says('withdrawalsWait')).toContain(` wait ${CREDENTIAL_LOCK_MS / HOUR_MS} hours after`);
    const lifted = `After ${liftableAt({ way: 'self', atMs: 0 }) / HOUR_MS} hours you can lift`;
    expect([says('notMe.help'), says('letter.accountFrozen.text')]).toEqual([
      expect.stringContaining(lifted),
      expect.stringContaining(lifted),
    ]);
  });

  it('exist for every outcome that the code names', () => {
    const files = ['trading', 'users', 'routes'].flatMap((folder) => readFolder(new URL(`../../../server/${folder}/`, import.meta.url)));
    const named = files.flatMap((source) =>
      [...source.matchAll(/refused\('(\w+)'(?:, [^,()]+, '(\w+)')?/g)].map((match) => match[2] ?? match[1]),
    );
    expect(named.length).toBeGreaterThan(15);
    for (const key of named) expect(en, String(key)).toHaveProperty(String(key));
  });
});

function readFolder(folder: URL): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
}
