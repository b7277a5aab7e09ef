import { describe, expect, it } from 'vitest';
import { CONFIG_DEFAULTS } from '#domain/flags.ts';
import { productionProblem } from '#domain/setting-rules.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { missingCarrier, refuseMissingCarrier } from '#server/letters/missing-carrier.ts';
import { ProductionSettingError, proofOfRegistration, refuseForProduction } from '#server/site/production-settings.ts';

const settings = (own: Readonly<Record<string, string>>) => ({ get: (key: string) => own[key] ?? CONFIG_DEFAULTS[key] ?? '' });

describe('the environment of letters', () => {
  const FROM = { MAIL_FROM: 'no-reply@outcry.example' };
  it.each([
    [{ SMTP_URL: 'mail.example', ...FROM }, /^SMTP_URL: got "\(12 characters\)", takes smtp:/],
    [{ SMTP_URL: 'http://user:secret@mail.example', ...FROM }, /^SMTP_URL: got "\(31 characters\)", takes smtp:/],
    [{ SMTP_URL: 'smtp://user:secret@mail.example' }, /^MAIL_FROM: got "", takes the address/],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example, c@d.example' }, /^MAIL_FROM: got "a@b/],
    [{ SMS_URL: 'http://user:secret@gateway.example/send' }, /^SMS_URL: got "\(39 characters\)", takes https/],
    [{ SMS_URL: 'ftp://127.0.0.1' }, /^SMS_URL: got /],
    [{ SMS_URL: 'nonsense' }, /^SMS_URL: got /],
  ])('%j is one line that repeats no secret', (env, line) => {
    const problem = (() => {
      try {
        readConfig(env as Record<string, string>);
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(problem).toBeInstanceOf(ConfigError);
    const { message } = problem as ConfigError;
    expect(message).toMatch(line);
    expect([message.includes('secret'), message.includes('\n')]).toEqual([false, false]);
  });

  it('what is right is taken, and nothing is needed in the demo', () => {
    const env = { SMTP_URL: 'smtps://user:secret@mail.example:465', SMS_URL: 'http://127.0.0.1:9/send', ...FROM };
    expect(readConfig(env)).toMatchObject({ smtpUrl: env.SMTP_URL, mailFrom: FROM.MAIL_FROM, smsUrl: env.SMS_URL });
    expect(readConfig({})).toMatchObject({ smtpUrl: undefined, smsUrl: undefined });
  });
});

describe('with real people', () => {
  const production = { profile: 'production', smtpUrl: 'smtp://mail.example', smsUrl: 'https://gateway.example' } as const;
  const flags = (email: string, phone: string) => settings({ is_register_email: email, is_register_phone: phone });

  it.each([
    ['1', '0', { smtpUrl: undefined }, /^SMTP_URL: got nothing, .*is_register_email is "1"$/],
    ['0', '0', { smtpUrl: undefined }, /^SMTP_URL: got nothing, .*which means e-mail$/],
    ['0', '1', { smsUrl: undefined }, /^SMS_URL: got nothing, .*is_register_phone is "1"$/],
    ['1', '1', { smsUrl: undefined }, /^SMS_URL: got nothing/],
  ])('flags %s and %s without %j end the start', (email, phone, without, line) => {
    expect(() => refuseMissingCarrier({ ...production, ...without }, flags(email, phone))).toThrow(line);
    expect(() => refuseMissingCarrier({ ...production, ...without }, flags(email, phone))).toThrow(ProductionSettingError);
    expect(() => refuseMissingCarrier({ ...production, ...without, profile: 'demo' }, flags(email, phone))).not.toThrow();
    expect(missingCarrier(production, flags(email, phone))).toBeUndefined();
  });

  it('D9.25 nobody registers without a sent code, whatever the table says', () => {
    for (const value of ['2', '3']) {
      expect(productionProblem('verify_reg_type', value)).toMatch(/^verify_reg_type: got "[23]", takes "1" when PROFILE=production/);
      expect(() => refuseForProduction('production', settings({ verify_reg_type: value }))).toThrow(/^verify_reg_type: got/);
      expect(proofOfRegistration('production', settings({ verify_reg_type: value }))).toBe('code');
    }
    expect(productionProblem('verify_reg_type', '1')).toBeUndefined();
    expect(proofOfRegistration('demo', settings({ verify_reg_type: '3' }))).toBe('none');
  });
});
