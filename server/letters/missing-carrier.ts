/** What a server with real people refuses to do without: something that carries the codes that its settings ask for. */
import { accountKinds } from '#domain/registration.ts';
import { isOn } from '#domain/setting-defaults.ts';
import type { Config } from '../config.ts';
import { ProductionSettingError } from '../site/production-settings.ts';
import type { Settings } from '../site/settings.ts';

type Carried = Pick<Config, 'profile' | 'smtpUrl' | 'smsUrl'>;

/** The first variable that is missing for these settings, in one line; `undefined` when none is, and always in the demo. */
export function missingCarrier({ profile, smtpUrl, smsUrl }: Carried, settings: Settings): string | undefined {
  if (profile !== 'production') return undefined;
  const kinds = accountKinds((name) => settings.get(name));
  if (kinds.includes('email') && smtpUrl === undefined) {
    const flag = isOn(settings.get('is_register_email')) ? 'is_register_email is "1"' : 'no flag is_register_* is on, which means e-mail';
    return `SMTP_URL: got nothing, takes smtp://… or smtps://… when PROFILE=production and ${flag}`;
  }
  if (kinds.includes('phone') && smsUrl === undefined) {
    return 'SMS_URL: got nothing, takes https://… of a gateway when PROFILE=production and is_register_phone is "1"';
  }
  return undefined;
}

/** Throws `ProductionSettingError` where codes are asked for that nothing carries. */
export function refuseMissingCarrier(config: Carried, settings: Settings): void {
  const problem = missingCarrier(config, settings);
  if (problem) throw new ProductionSettingError(problem);
}
