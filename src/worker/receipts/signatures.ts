/**
 * Ed25519 on this device: by the platform where it has it, else, or where the platform says no, by the library, which is fetched only then. What
 * either takes is strict as RFC 8032 is: form is looked at here first, since platforms differ in what they let pass. Answers are kept, so that
 * code that knows no waiting can ask for them.
 */
import { keepNewest } from '#domain/keep-newest.ts';
import { hasStrictForm } from '#domain/tape/ed25519-form.ts';
import { sha256 } from '#domain/tape/noble-hash.ts';
import type { TapeCrypto } from '#domain/tape/tape-crypto.ts';
import { toHex } from '#domain/tape/text-bytes.ts';
import { lateImport } from '#protocol/late-import.ts';
import { TapeFailure } from './tape-calls.ts';

type Asked = readonly [signature: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>, publicKey: Uint8Array<ArrayBuffer>];
type Verify = (...asked: Asked) => Promise<boolean>;

/** Signatures whose answer is remembered. */
const KNOWN_MAX = 500;
/** Each run after the first knows one signature more at least; no receipt has as many that wait for each other. */
const RUNS_MAX = 8;
const ALGORITHM = 'Ed25519';
const known = new Map<string, boolean>();

/** False also where the platform has no Ed25519, or is not asked over https. */
const byPlatform: Verify = async (signature, message, publicKey) => {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, ALGORITHM, false, ['verify']);
    return await crypto.subtle.verify(ALGORITHM, key, signature, message);
  } catch {
    return false;
  }
};

const byLibrary: Verify = async (...asked) => {
  const { nobleCrypto } = await lateImport(() => import('#domain/tape/noble-crypto.ts')).catch(() =>
    Promise.reject(new TapeFailure('offline', ALGORITHM)),
  );
  return nobleCrypto.verify(...asked);
};

/** Whether a signature is good. Rejects with a `TapeFailure` where the library is needed and cannot be fetched. */
export const isSigned: Verify = async (...asked) =>
  hasStrictForm(asked[0], asked[2]) && ((await byPlatform(...asked)) || byLibrary(...asked));

/**
 * Runs what asks for signatures until it has asked for none that is not known: meanwhile those count as bad, and what it came to does not.
 * So `run` must have no effect but its result.
 */
export async function withSignatures<T>(run: (crypto: TapeCrypto) => T | Promise<T>): Promise<T> {
  for (let runs = 0; runs < RUNS_MAX; runs++) {
    const unknown = new Map<string, Asked>();
    const verify: TapeCrypto['verify'] = (...asked) => {
      const key = [asked[0], asked[2], sha256(asked[1])].map(toHex).join(' ');
      const answer = known.get(key);
      if (answer === undefined) unknown.set(key, asked as Asked);
      return answer ?? false;
    };
    const result = await run({ sha256, verify });
    if (unknown.size === 0) return result;
    const answers = await Promise.all([...unknown].map(async ([key, asked]) => [key, await isSigned(...asked)] as const));
    keepNewest(known, KNOWN_MAX);
    for (const [key, answer] of answers) known.set(key, answer);
  }
  throw new TapeFailure('broken', ALGORITHM);
}
