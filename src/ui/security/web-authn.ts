/** Passkeys of this browser: JSON of the server's options in, JSON of the authenticator's answer out. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyOptions } from '#protocol/rest/security.ts';
import type { Key } from '../language/i18n.ts';
import { rememberPasskey } from '../state/used-passkey.ts';
import { user } from '../state/user.ts';
import { putPageHead } from './page-head.ts';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Asks for a passkey of this site. Rejects with the browser's own error. */
export const askPasskey = async ({ options }: PasskeyOptions): Promise<string> =>
  JSON.stringify(await startAuthentication({ optionsJSON: options as unknown as RequestOptions }));

/** Has the browser make a passkey. Rejects with the browser's own error. */
export async function makePasskey({ options }: PasskeyOptions): Promise<string> {
  const made = await startRegistration({ optionsJSON: options as unknown as CreationOptions });
  rememberPasskey();
  putPageHead(user.peek()?.uid ?? '', { hasPasskey: true });
  return JSON.stringify(made);
}

/** What the browser refused, in words; `undefined` for an error that is not the browser's. A person who closed its window is told that, calmly. */
export function passkeyProblem(error: unknown): Key | undefined {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'security:passkey.cancelled';
  if (name === 'InvalidStateError') return 'security:passkey.known';
  return name === 'SecurityError' || name === 'NotSupportedError' ? 'security:passkey.impossible' : undefined;
}
