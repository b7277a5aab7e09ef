import { getPublicKey, sign } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import {
  noteText,
  parseNote,
  parseSignerKey,
  parseVerifierKey,
  type SignerKey,
  signedBy,
  signerKeyText,
  signNote,
  type VerifierKey,
  verifierKeyText,
} from '#domain/tape/signed-note.ts';
import type { TapeCrypto } from '#domain/tape/tape-crypto.ts';
import { fromBase64, toBase64 } from '#domain/tape/text-bytes.ts';
import { dataText, hasData } from './tape-data.ts';

const { sha256 } = nobleCrypto;
/** The example of Go's sumdb/note and of the specification of signed notes. */
const EXAMPLE_KEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const EXAMPLE_VERIFIER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const EXAMPLE_NOTE =
  'If you think cryptography is the answer to your problem,\nthen you don\u0027t know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const key = (text: string): VerifierKey => parseVerifierKey(sha256, text) as VerifierKey;
const pair = (name: string, filling: number): { signer: SignerKey; verifier: VerifierKey } => {
  const seed = new Uint8Array(32).fill(filling);
  const signer = parseSignerKey(sha256, signerKeyText(sha256, name, seed, getPublicKey(seed)), getPublicKey) as SignerKey;
  return { signer, verifier: key(verifierKeyText(sha256, name, getPublicKey(seed))) };
};

describe('signed notes', () => {
  it('signs and reads the example of Go’s own library to the letter', () => {
    const signer = parseSignerKey(sha256, EXAMPLE_KEY, getPublicKey) as SignerKey;
    const text = EXAMPLE_NOTE.slice(0, EXAMPLE_NOTE.indexOf('\n\n') + 1);
    expect(signNote(sign, text, [signer])).toBe(EXAMPLE_NOTE);
    const note = parseNote(EXAMPLE_NOTE)!;
    expect(note.text).toBe(text);
    expect(noteText(note)).toBe(EXAMPLE_NOTE);
    expect(signedBy(nobleCrypto, note, key(EXAMPLE_VERIFIER))).toBe('valid');
    expect(verifierKeyText(sha256, 'PeterNeumann', getPublicKey(signer.seed))).toBe(EXAMPLE_VERIFIER);
    expect(signerKeyText(sha256, 'PeterNeumann', signer.seed, getPublicKey(signer.seed))).toBe(EXAMPLE_KEY);
  });

  it.skipIf(!hasData('tlog-cosigned/'))('reads a note and a cosigned checkpoint of others (skipped where ../shared/data is absent)', () => {
    const example = parseNote(dataText('tlog-cosigned/signed-note-example.txt'))!;
    expect(signedBy(nobleCrypto, example, key('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'))).toBe('valid');
    const { verifier_keys } = JSON.parse(dataText('tlog-cosigned/witness2.v0.json')) as { verifier_keys: [string] };
    const cosigned = dataText('tlog-cosigned/milan.checkpoint');
    expect(signedBy(nobleCrypto, parseNote(cosigned)!, key(verifier_keys[0]))).toBe('valid');
    const grown = parseNote(cosigned.replace('\n300\n', '\n301\n'))!;
    expect(signedBy(nobleCrypto, grown, key(verifier_keys[0]))).toBe('invalid');
  });

  it('passes over lines of others, and finds a second, wrong line of a key beside a good one', () => {
    const ours = pair('trade.example/tape', 1);
    const other = pair('trade.example/tape', 2);
    const both = parseNote(signNote(sign, 'text\n', [other.signer, ours.signer]))!;
    expect(signedBy(nobleCrypto, both, ours.verifier)).toBe('valid');
    expect(signedBy(nobleCrypto, both, pair('trade.example/tape', 3).verifier)).toBe('absent');
    const [first, second] = both.signatures as [(typeof both.signatures)[0], (typeof both.signatures)[0]];
    const mixed = { text: both.text, signatures: [second, { ...second, signature: first.signature }] };
    expect(signedBy(nobleCrypto, mixed, ours.verifier)).toBe('invalid');
  });

  it('D9.332 verifies a line that was copied a hundred times once, and each that differs', () => {
    const ours = pair('trade.example/tape', 1);
    const { text, signatures } = parseNote(signNote(sign, 'text\n', [ours.signer]))!;
    let verified = 0;
    const counting: TapeCrypto = {
      ...nobleCrypto,
      verify: (...all) => {
        verified++;
        return nobleCrypto.verify(...all);
      },
    };
    const [line] = signatures as [(typeof signatures)[0]];
    const copies = Array.from({ length: 99 }, () => line);
    expect(signedBy(counting, { text, signatures: copies }, ours.verifier)).toBe('valid');
    expect(verified).toBe(1);
    const wrong = { ...line, signature: line.signature.map((byte, at) => (at === 63 ? byte ^ 1 : byte)) };
    expect(signedBy(counting, { text, signatures: [...copies, wrong] }, ours.verifier)).toBe('invalid');
    expect(verified).toBe(3);
  });

  it('holds a text with an empty line in it', () => {
    const { signer, verifier } = pair('trade.example/tape', 1);
    const note = parseNote(signNote(sign, 'one\n\ntwo\n', [signer]))!;
    expect(note.text).toBe('one\n\ntwo\n');
    expect(signedBy(nobleCrypto, note, verifier)).toBe('valid');
    expect(() => signNote(sign, 'no line feed at the end', [signer])).toThrow(RangeError);
    expect(() => signNote(sign, 'a bell \u0007\n', [signer])).toThrow(RangeError);
  });

  const good = signNote(sign, 'text\n', [pair('a.example', 1).signer]);
  it.each([
    ['nothing', ''],
    ['no empty line', good.replace('\n\n', '\n')],
    ['no signature', 'text\n\n'],
    ['no line feed at the end', good.slice(0, -1)],
    ['a carriage return', good.replace('text', 'te\rxt')],
    ['half a pair of surrogates', good.replace('text', 'te\ud800xt')],
    ['another dash', good.replace('—', '-')],
    ['a signature of no letters', good.replace(/[A-Za-z0-9+/=]+\n$/, '\n')],
    ['a signature that is only an id', good.replace(/[A-Za-z0-9+/=]+\n$/, 'AAAAAA==\n')],
    ['Base64 with a blank', good.replace(/(.{8})\n$/, ' $1\n')],
    ['Base64 with bits left over', good.replace(/[^=]=\n$/, (end) => `${end[0] === 'B' ? 'C' : 'B'}=\n`)],
    ['a name with a plus', good.replace('a.example', 'a+example')],
    ['101 signatures', `${good}${good.slice(good.indexOf('—')).repeat(100)}`],
  ])('refuses a note with %s', (_what, note) => {
    expect(parseNote(note)).toBeUndefined();
  });

  it('refuses keys whose id is not theirs, of another type or length, or with a bad name', () => {
    const { verifier } = pair('a.example', 1);
    const [name, id, base64] = verifier.text.split('+', 2).concat(verifier.text.slice(verifier.text.split('+', 2).join('+').length + 1));
    const typed = (type: number, length = 33) => toBase64(Uint8Array.from({ length }, (_, at) => (at === 0 ? type : 7)));
    const bad = [
      `${name}+${id === '00000000' ? '00000001' : '00000000'}+${base64}`,
      `other.example+${id}+${base64}`,
      `${name}+${id}+${typed(2)}`,
      `${name}+${id}+${typed(1, 32)}`,
      `${name} x+${id}+${base64}`,
      `${name}+${id}`,
      `${name}+${id?.toUpperCase()}0+${base64}`,
      '',
    ];
    for (const text of bad) expect([text, parseVerifierKey(sha256, text)]).toEqual([text, undefined]);
    expect(parseSignerKey(sha256, EXAMPLE_KEY.replace('c74f20a3', 'c74f20a4'), getPublicKey)).toBeUndefined();
    expect(parseSignerKey(sha256, EXAMPLE_VERIFIER, getPublicKey)).toBeUndefined();
    expect(fromBase64(base64 as string)).toHaveLength(33);
  });
});
