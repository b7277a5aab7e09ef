/** What a verdict goes by beside the file: the pin and how it moves, witnesses, what was asked about; and that it gives way between steps. */
import { sign } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { type ReceiptFile, receiptText } from '#domain/tape/receipt-file.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { noteText, parseNote, parseVerifierKey, type VerifierKey } from '#domain/tape/signed-note.ts';
import { concatBytes, toBase64, toHex, utf8 } from '#domain/tape/text-bytes.ts';
import { type VerifyBy, verifyReceipt } from '#domain/tape/verify-receipt.ts';
import { readPolicy } from '#server/verifier/policy.ts';
import { Seeded } from '../../engine/seeded.ts';
import { keyPair, MadeLog } from './made-log.ts';
import { dealAt, grow, judgedFile, makeWorld } from './receipt-world.ts';

const SIZE = 60;
/** The same log under another key: what it is after its key was replaced. */
const rekeyed = (word: string) => grow(new MadeLog(undefined, word), SIZE, new Seeded(3));
const before = rekeyed('');
const after = rekeyed('new');
const file = after.receipt(dealText(dealAt(after, 50)), { size: SIZE, spans: [[40, 50]], older: [20] });
const knows = (log: MadeLog, seen: VerifyBy['seen'] = []): VerifyBy => ({ crypto: nobleCrypto, pin: log.logKey.verifier.text, seen });
const why = (changed: Partial<ReceiptFile>, by: VerifyBy): string => judgedFile({ ...file, ...changed }, by).why;

describe('the pin of a log', () => {
  it('D9.288 moves with a note of keys that the old and the new key signed, and takes along what it saw under the old one', () => {
    const keys = after.keys(before.logKey);
    expect(why({ keys }, knows(before))).toBe('signed logged kept extends');
    const seen = [{ checkpoint: before.checkpoint(30), proof: after.consistency(30, SIZE) }];
    expect(why({ keys }, knows(before, seen))).toBe('signed logged kept extends');
    expect(why({ keys, older: [] }, knows(before))).toBe('signed logged kept no-own-checkpoint');
  });

  it.each<[string, Partial<ReceiptFile>]>([
    ['by the new key alone', {}],
    ['by nobody', { keys: undefined }],
    ['by the old key of another log', { keys: after.keys(keyPair('other.example/tape')) }],
    ['by the old key, but about other keys', { keys: before.keys(after.logKey) }],
    ['by the old key, wrongly', { keys: after.keys(before.logKey).replace(/.(.{20})\n$/, 'A$1\n') }],
  ])('D9.288 does not move with a note of keys %s', (_what, changed) => {
    const colour = judgedFile({ ...file, ...changed }, knows(before)).colour;
    expect(colour).toBe('red');
    expect(why(changed, knows(before))).toMatch(/ unproved key-changed$/);
  });

  it('is the key of the file where there is none yet', () => {
    const steps = verifyReceipt(file, { crypto: nobleCrypto, pin: undefined, seen: [] });
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(step.value).toMatchObject({ pin: after.logKey.verifier.text, checkpoint: { size: SIZE } });
    expect(step.value.verdict.history.reason).toBe('first-use');
  });
});

describe('what a device saw', () => {
  it('D9.288 may be newer than the file: the log has to go on from the file to there', () => {
    const older = before.receipt(dealText(dealAt(before, 40)), { size: 45, spans: [[30, 40]] });
    const newest = before.checkpoint(SIZE);
    const proof = before.consistency(45, SIZE);
    expect(judgedFile(older, knows(before, [{ checkpoint: newest, proof }])).why).toBe('signed logged kept extends');
    expect(judgedFile(older, knows(before, [{ checkpoint: newest }])).why).toBe('signed logged kept unlinked');
    expect(judgedFile(older, knows(before, [{ checkpoint: newest, proof: proof.slice(1) }])).why).toBe('signed logged kept consistency');
  });

  it('D9.288 D9.454 is a yes only if each checkpoint is signed and of this log', () => {
    const stranger = grow(new MadeLog('other.example/tape'), SIZE, new Seeded(3));
    expect(why({}, knows(after, [{ checkpoint: stranger.checkpoint(20) }]))).toMatch(/older-key$/);
    expect(why({}, knows(after, [{ checkpoint: 'nothing' }]))).toMatch(/older-malformed$/);
    expect(why({}, knows(after, [{ checkpoint: before.checkpoint(20) }]))).toMatch(/older-key$/);
  });
});

describe('what was asked about', () => {
  it('is that origin, person, order, deal, and no price older than the one that was seen', () => {
    const { uid, order, deal, knownSeq } = dealAt(after, 50);
    const asked = { origin: after.origin, uid, order, deal, seenSeq: knownSeq };
    expect(why({}, { ...knows(after), asked })).toBe('signed logged kept extends');
    for (const other of [{ origin: 'other.example/tape' }, { realm: 'demo' as const }, { uid: '2' }, { order: 2 }, { deal: 2 }])
      expect(why({}, { ...knows(after), asked: { ...asked, ...other } })).toMatch(/^other-deal /);
    expect(why({}, { ...knows(after), asked: { ...asked, seenSeq: knownSeq + 1 } })).toBe('signed logged seen extends');
  });

  it('D9.416 is no deal without a rule where the press is known: rules were recorded before presses were kept', () => {
    const unruled = { ...dealAt(after, 50), rule: undefined, knownSeq: undefined, hours: undefined, terms: undefined };
    const { uid, order, deal } = unruled;
    const text = dealText(unruled as unknown as SignedDeal);
    const signed = after.receipt(text, { size: SIZE, spans: [[40, 50]], older: [20] });
    const asked = { origin: after.origin, uid, order, deal };
    expect(judgedFile(signed, { ...knows(after), asked }).why).toBe('signed logged older-deal extends');
    expect(judgedFile(signed, { ...knows(after), asked: { ...asked, seenSeq: 1 } }).why).toBe('signed logged seen extends');
  });
});

describe('the tick of a deal', () => {
  const of = (changed: object): string => {
    const text = dealText({ ...dealAt(after, 50), ...changed });
    return judgedFile(after.receipt(text, { size: SIZE, spans: [[40, 50]], older: [20] }), knows(after)).why;
  };
  const old = { rule: undefined, knownSeq: undefined, hours: undefined, terms: undefined };

  it('D9.288 has to be one of its product at its price, also where no rule says more', () => {
    expect(of(old)).toBe('signed logged older-deal extends');
    const { product, price, tickSeq } = dealAt(after, 50);
    for (const other of [{ product: product + 1 }, { price: price + 1n }])
      expect(of({ ...old, ...other })).toBe('signed price unproved extends');
    expect(of({ ...old, tickSeq: 1 })).toBe('signed tick-missing older-deal extends');
    const confirm = after.blocks
      .slice(39, 50)
      .flatMap(({ ticks }) => ticks)
      .find((tick) => tick.confirm);
    expect(of({ ...old, product: confirm?.productId, price: confirm?.price, tickSeq: confirm?.seq })).toBe('signed price unproved extends');
    expect(tickSeq).toBeGreaterThan(1);
  });
});

describe('witnesses', () => {
  const witness = (name: string) => {
    const { signer, verifier } = keyPair(name);
    const typed = concatBytes(Uint8Array.of(4), verifier.publicKey);
    const id = nobleCrypto.sha256(concatBytes(utf8(`${name}\n`), typed)).slice(0, 4);
    const key = parseVerifierKey(nobleCrypto.sha256, `${name}+${toHex(id)}+${toBase64(typed)}`) as VerifierKey;
    /** A checkpoint cosigned at a time, in s. */
    const cosign = (note: string, time: number): string => {
      const { text, signatures } = parseNote(note)!;
      const stamp = Uint8Array.from({ length: 8 }, (_, at) => Math.floor(time / 256 ** (7 - at)) % 256);
      const signature = concatBytes(stamp, sign(utf8(`cosignature/v1\ntime ${time}\n${text}`), signer.seed));
      return noteText({ text, signatures: [...signatures, { name, id, signature }] });
    };
    return { key, cosign };
  };
  const [one, two, three] = [witness('one.example'), witness('two.example'), witness('three.example')] as const;
  const policy = readPolicy(
    nobleCrypto.sha256,
    `log ${after.logKey.verifier.text}\nwitness one ${one.key.text}\n\twitness two ${two.key.text} https://two.example\nwitness three ${three.key.text}\n` +
      'group some 2 one two three\nquorum some\n',
  );
  if ('problem' in policy) throw new Error(policy.problem);
  const by: VerifyBy = { ...knows(after), witnesses: policy.witnesses };

  it('D9.289 have to be as many as the policy says, each over the checkpoint itself', () => {
    const once = one.cosign(file.checkpoint, 1_772_611_200);
    expect(why({}, by)).toBe('signed logged kept quorum');
    expect(why({ checkpoint: once }, by)).toBe('signed logged kept quorum');
    expect(why({ checkpoint: three.cosign(once, 1_772_611_201) }, by)).toBe('signed logged kept extends');
    const wrong = two
      .cosign(after.checkpoint(SIZE - 1), 5)
      .split('\n')
      .at(-2);
    expect(why({ checkpoint: `${once}${wrong}\n` }, by)).toBe('signed checkpoint-signature unproved unproved');
    expect(why({ checkpoint: `${once}${wrong}\n` }, knows(after))).toBe('signed logged kept extends');
  });

  it.each([
    ['', 'policy: it has no line "quorum"'],
    ['quorum nobody', 'policy, line 1: got "nobody", takes none, or a name of a line before'],
    ['quorum none\nquorum none', 'policy, line 2: there is a quorum already'],
    ['logs x', 'policy, line 1: got "logs", takes log, witness, group or quorum'],
    ['log x+y+z', 'policy, line 1: got "x+y+z", takes a key of type 1 as name+id+Base64'],
    [`log ${one.key.text}`, 'takes a key of type 1'],
    [`witness a ${one.key.text}\nwitness b ${one.key.text}`, 'policy, line 2: this key stands in another line'],
    [`witness none ${one.key.text}`, 'policy, line 1: "none" is taken'],
    [`witness a ${one.key.text}\ngroup g 2 a`, 'policy, line 2: got "2" of 1, takes any, all, or a number from 1 to that of its members'],
    [`witness a ${one.key.text}\ngroup g any a\ngroup h any a`, 'policy, line 3: "a" is in a group already'],
    ['group g any a', 'policy, line 1: "a" stands in no line before'],
    ['quorum none\r', 'policy: it has control characters, which a policy has not'],
  ])('a policy %j is none', (text, problem) => {
    expect(readPolicy(nobleCrypto.sha256, text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('a verification', () => {
  it('gives way after every run, body, summary and checkpoint', () => {
    const { file: large, by } = makeWorld(4, 530);
    const steps = verifyReceipt(large, by);
    let count = 0;
    while (!steps.next().done) count++;
    expect(count).toBeGreaterThan(large.runs.length + large.bodies.size + large.older.length);
    expect(receiptText(large).length).toBeLessThan(100_000);
  });
});
