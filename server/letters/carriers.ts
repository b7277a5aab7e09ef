/** What carries letters here: SMTP and a gateway where they are configured, in the demo else nobody: its outbox shows them. */
import type { Config } from '../config.ts';
import { type Carrier, type Channel, LetterRefusedError } from './letter.ts';
import { createSmsCarrier } from './sms-carrier.ts';

type LetterConfig = Pick<Config, 'profile' | 'smtpUrl' | 'mailFrom' | 'smsUrl'>;

const shownOnly: Carrier = { send: async () => {}, close: () => {} };
const nobody: Carrier = { send: () => Promise.reject(new LetterRefusedError('nobody carries letters of this channel')), close: () => {} };

export async function createCarriers({ profile, smtpUrl, mailFrom, smsUrl }: LetterConfig): Promise<Record<Channel, Carrier>> {
  const without = profile === 'demo' ? shownOnly : nobody;
  return {
    email: smtpUrl === undefined ? without : await smtpCarrier(smtpUrl, mailFrom),
    sms: smsUrl === undefined ? without : createSmsCarrier(smsUrl),
  };
}

/** Loaded by those who send mail. */
async function smtpCarrier(url: string, from: string): Promise<Carrier> {
  const { createSmtpCarrier } = await import('./smtp-carrier.ts');
  return createSmtpCarrier({ url, from });
}
