import { expect, it } from 'vitest';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { dataText, hasData } from './tape-data.ts';

type Group = {
  readonly publicKey: { readonly pk: string };
  readonly tests: readonly { readonly tcId: number; readonly msg: string; readonly sig: string; readonly result: string }[];
};
const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
const judged = (groups: readonly Group[]) =>
  groups.flatMap(({ publicKey, tests }) =>
    tests.map(({ tcId, msg, sig, result }) => ({
      tcId,
      result,
      isGood: nobleCrypto.verify(bytes(sig), bytes(msg), bytes(publicKey.pk)),
    })),
  );

it.skipIf(!hasData('ed25519-wycheproof/'))(
  'takes the good signatures of a hostile collection and refuses the bad (skipped where ../shared/data/ed25519-wycheproof is absent)',
  () => {
    const { testGroups } = JSON.parse(dataText('ed25519-wycheproof/ed25519.json')) as { testGroups: Group[] };
    const cases = judged(testGroups);
    expect(cases.filter(({ result, isGood }) => isGood !== (result === 'valid'))).toEqual([]);
    expect(cases).toHaveLength(101);
  },
);

it('answers no to keys and signatures that are none, and to the key that signs everything', () => {
  const [empty, zeros] = [new Uint8Array(), new Uint8Array(64)];
  expect(nobleCrypto.verify(zeros, empty, new Uint8Array(31))).toBe(false);
  expect(nobleCrypto.verify(new Uint8Array(63), empty, new Uint8Array(32))).toBe(false);
  // The neutral point as key and as R, with S = 0: laxer rules take it for every message.
  const neutral = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0));
  expect(nobleCrypto.verify(Uint8Array.from([...neutral, ...new Uint8Array(32)]), empty, neutral)).toBe(false);
});
