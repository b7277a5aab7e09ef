import { getPublicKey, sign } from '@noble/ed25519';
import { afterEach, expect, it, vi } from 'vitest';
import { hasStrictForm } from '#domain/tape/ed25519-form.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { isSigned, withSignatures } from '#worker/receipts/signatures.ts';
import { dataText, hasData } from './tape-data.ts';

type Group = {
  readonly publicKey: { readonly pk: string };
  readonly tests: readonly { readonly tcId: number; readonly msg: string; readonly sig: string; readonly result: string }[];
};
const bytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
const nobleKey = () => getPublicKey(new Uint8Array(32).fill(7)) as Uint8Array<ArrayBuffer>;
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

afterEach(() => vi.restoreAllMocks());

it.skipIf(!hasData('ed25519-wycheproof/'))(
  'D9.331 a device says the same of that collection, by the platform and without one (skipped where ../shared/data/ed25519-wycheproof is absent)',
  async () => {
    const { testGroups } = JSON.parse(dataText('ed25519-wycheproof/ed25519.json')) as { testGroups: Group[] };
    const differing = async () => {
      const cases = testGroups.flatMap(({ publicKey, tests }) => tests.map((test) => ({ ...test, key: bytes(publicKey.pk) })));
      const said = await Promise.all(cases.map(async ({ sig, msg, key }) => isSigned(bytes(sig), bytes(msg), key)));
      return cases.filter(({ result }, at) => said[at] !== (result === 'valid'));
    };
    const library = vi.spyOn(nobleCrypto, 'verify');
    expect(await differing()).toEqual([]);
    // Whatever is good needs no library here.
    expect(library.mock.results.filter(({ value }) => value === true)).toEqual([]);
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no such algorithm'));
    expect(await differing()).toEqual([]);
    expect(library.mock.results.filter(({ value }) => value === true)).not.toEqual([]);
  },
);

it('D9.331 of small order, in a second form, or with an S that is too large there is nothing to verify, whatever a platform takes', () => {
  const [good, zeros] = [nobleKey(), new Uint8Array(64)];
  expect(hasStrictForm(zeros, good)).toBe(true);
  const smallOrder = [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  ];
  for (const key of smallOrder) expect(hasStrictForm(zeros, bytes(key)), key).toBe(false);
  // y is the prime of the field and more, and a sign of nothing.
  const second = ['ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`);
  for (const key of [...second, `01${'00'.repeat(30)}80`]) {
    expect(hasStrictForm(zeros, bytes(key)), key).toBe(false);
    expect(hasStrictForm(Uint8Array.from([...bytes(key), ...new Uint8Array(32)]), good), key).toBe(false);
  }
  const order = bytes('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010');
  const withS = (s: Uint8Array) => Uint8Array.from([...good, ...s]);
  expect(hasStrictForm(withS(order), good)).toBe(false);
  order[0] = 0xec;
  expect(hasStrictForm(withS(order), good)).toBe(true);
  expect(hasStrictForm(new Uint8Array(63), good)).toBe(false);
  expect(hasStrictForm(zeros, new Uint8Array(33))).toBe(false);
});

it('D9.331 code that knows no waiting is run until every signature that it asks for is known', async () => {
  const [seed, message] = [new Uint8Array(32).fill(7), new TextEncoder().encode('a note\n')];
  const [signature, other] = [sign(message, seed), new TextEncoder().encode('another note\n')];
  let runs = 0;
  const both = () =>
    withSignatures((crypto) => {
      runs++;
      // The second is asked for only where the first is good.
      const isFirst = crypto.verify(signature, message, nobleKey());
      return [isFirst, isFirst && crypto.verify(signature, other, nobleKey())];
    });
  expect(await both()).toEqual([true, false]);
  expect(runs).toBe(3);
  expect(await both()).toEqual([true, false]);
  expect(runs).toBe(4);
});
