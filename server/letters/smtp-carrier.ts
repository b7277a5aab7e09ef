/** Mails by SMTP. Nothing leaves this machine unencrypted: a server elsewhere that offers no TLS gets no mail. */
import { createTransport } from 'nodemailer';
import { type Carrier, LetterRefusedError } from './letter.ts';
import { isLoopback } from './loopback.ts';

const CONNECTIONS_MAX = 2;
/** A connection is renewed after so many mails. */
const MAILS_OF_CONNECTION_MAX = 100;
const TIMEOUT_MS = 15_000;
const REFUSED_FROM = 500;
/** What is refused about a letter: its addresses or its text. A wrong login or a lack of TLS is the operator's to mend, and letters wait for it. */
const OF_THE_LETTER = ['EENVELOPE', 'EMESSAGE'];

/** `url`: smtp:// or smtps:// with user and password; `from`: the address of the sender. */
export function createSmtpCarrier({ url, from }: { url: string; from: string }): Carrier {
  const { hostname } = new URL(url);
  const mailer = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MAILS_OF_CONNECTION_MAX,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    requireTLS: !isLoopback(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.split('@')[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text }) {
      try {
        await mailer.sendMail({
          from,
          // As an object, so that nothing in it is ever read as a second address.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<letter-${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        if (OF_THE_LETTER.includes(code ?? '') && responseCode !== undefined && responseCode >= REFUSED_FROM)
          throw new LetterRefusedError(`SMTP ${responseCode}`);
        throw error;
      }
    },
    close: () => mailer.close(),
  };
}
