/** Two verifiers of receipts, ours and the one in Python that was written from the document alone, on the same files: the same answers for the same reasons. */
import { describe, expect, it } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import type { Pinned } from '#domain/tape/log-keys.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { Seeded } from '../../engine/seeded.ts';
import { garbled, lessOf, lieAbout } from './bent-receipts.ts';
import { MadeLog } from './made-log.ts';
import { MadeMarket } from './made-market.ts';
import { hasPython, type Said, saidByOurs, saidByPython } from './python-verifier.ts';
import { stoppedAt } from './quiet-confirms.ts';
import { dealAt, grow, makeWorld, type World } from './receipt-world.ts';
import { drawn, KINDS, worldOf } from './receipts-of-fills.ts';
import { TAMPERINGS } from './signed-lies.ts';

const isLong = Boolean(process.env.TEST_LONG);
const FILLS_OF_A_KIND = isLong ? 250 : 40;
const OF_EACH_KIND = isLong ? 500 : 100;
/** Blocks of a market: four tiles with a summary and a part of a fifth. */
const BLOCKS = 1_100;
/** Fills of one market: the next one has other silences, gaps and halts. */
const OF_ONE_MARKET = 50;

type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

function worldsOf(kind: Kind, count: number, seed: number, startMs?: number): World<SignedDeal>[] {
  const worlds: World<SignedDeal>[] = [];
  for (let at = 0, market = new MadeMarket(seed, BLOCKS, startMs); at < count; at++) {
    if (at > 0 && at % OF_ONE_MARKET === 0) market = new MadeMarket(seed + at, BLOCKS, startMs);
    worlds.push(worldOf(market, drawn(market, kind)));
  }
  return worlds;
}

const pinOf = (worlds: readonly World<SignedDeal>[]): string => worlds[0]?.log.logKey.verifier.text ?? '';
const isCaught = (said: Said): boolean => 'refused' in said || Object.values(said).some(([answer]) => answer === 'no');
const reasonsOf = (said: Said): string =>
  'refused' in said
    ? said.refused
    : Object.values(said)
        .map(([, reason]) => reason)
        .join(' ');

/** What both say, once they are seen to say the same. */
function agreed(texts: readonly string[], pin: string, ...former: readonly Pinned[]): readonly Said[] {
  const pins = [{ vkey: pin }, ...former];
  const ours = texts.map((text) => saidByOurs(text, pins));
  const python = saidByPython(texts, pins);
  const line = (said: Said | undefined) => JSON.stringify(said);
  const differing = ours.flatMap((said, at) =>
    line(said) === line(python[at]) ? [] : [`${at}: ours ${line(said)}, Python ${line(python[at])}`],
  );
  expect(differing).toEqual([]);
  return ours;
}

function triesFills(): void {
  it.each(NAMES)(`D9.299 agrees that the receipts of ${FILLS_OF_A_KIND} honest fills are green: %s`, (kind) => {
    const worlds = worldsOf(kind, FILLS_OF_A_KIND, 100 + kind.length);
    const said = agreed(
      worlds.map(({ file }) => receiptText(file)),
      pinOf(worlds),
    );
    // Nobody can tell of a deal from before rules were recorded.
    const good = kind === 'older' ? /^signed logged older-deal extends$/ : /^signed (logged|no-price) kept extends$/;
    expect(said.map(reasonsOf).filter((reasons) => !good.test(reasons))).toEqual([]);
  });

  it.each(Object.entries(TAMPERINGS))(`D9.299 agrees on ${OF_EACH_KIND} tampered receipts: %s`, (kind, ways) => {
    const worlds = [40, 97, 255, 530, 760].map((blocks, at) => makeWorld(at + 1, blocks));
    const random = new Seeded(kind.length * 1_000 + kind.charCodeAt(0) + 1);
    const texts = Array.from({ length: OF_EACH_KIND }, (_, at) => {
      const made = ways[at % ways.length]?.(worlds[at % worlds.length] as World, random);
      return made === undefined ? '' : 'text' in made ? made.text : receiptText(made);
    });
    agreed(texts, pinOf(worlds));
  });

  it.each(NAMES)(`D9.299 agrees on ${OF_EACH_KIND} signed lies about fills: %s`, (kind) => {
    const random = new Seeded(17);
    const worlds = worldsOf(kind, OF_EACH_KIND, 200 + kind.length);
    const said = agreed(
      worlds.map((world) => receiptText(lieAbout(world, random))),
      pinOf(worlds),
    );
    // A lie about a number that nothing follows from, such as the order's, is found by who asked for it, and by nobody else.
    if (kind !== 'older') expect(said.filter(isCaught).length).toBeGreaterThan(OF_EACH_KIND / 4);
  });
}

function triesStops(): void {
  /** A Friday evening too, after the day from which on closes say how long their other stop had counted. */
  const worlds = worldsOf('stop', OF_EACH_KIND, 400, Date.UTC(2026, 11, 4, 20, 52));
  const says = ({ deal }: World<SignedDeal>) => (deal.rule === 'sl' || deal.rule === 'tp') && deal.terms.stopsFrom !== undefined;

  it('D9.420 agrees about stops that were moved: green where it is said, and red nowhere', () => {
    const said = agreed(
      worlds.map(({ file }) => receiptText(file)),
      pinOf(worlds),
    ).map(reasonsOf);
    const [good, unsaid] = ['signed logged kept extends', 'signed logged stops-unsaid extends'];
    expect(new Set(said)).toEqual(new Set([good, unsaid]));
    expect(new Set(said.filter((_, at) => says(worlds[at] as World<SignedDeal>)))).toEqual(new Set([good]));
  });

  it(`D9.420 agrees on ${OF_EACH_KIND} signed lies about them`, () => {
    const random = new Seeded(23);
    const said = agreed(
      worlds.map((world) => receiptText(lieAbout(world, random))),
      pinOf(worlds),
    );
    expect(said.filter(isCaught).length).toBeGreaterThan(OF_EACH_KIND / 4);
  });
}

function triesKeys(): void {
  it('D9.299 agrees about a log whose key was replaced', () => {
    const [old, log, other] = ['old', 'new', 'other'].map((word) => grow(new MadeLog(undefined, word), 60, new Seeded(3))) as [
      MadeLog,
      MadeLog,
      MadeLog,
    ];
    const file = log.receipt(dealText(dealAt(log, 50)), { size: 60, spans: [[40, 50]], older: [20] });
    const seen = (by: MadeLog) => [{ checkpoint: by.checkpoint(30), proof: log.consistency(30, 60) }];
    const keys = log.keys(old.logKey);
    const files = [
      ...[{ keys }, { keys, older: seen(old) }, { keys, older: [...seen(old), ...seen(log)] }, { keys, older: [] }],
      ...[{}, { keys: undefined }, { keys: log.keys(other.logKey) }, { keys: old.keys(log.logKey) }, { keys, older: seen(other) }],
      ...[
        { keys, checkpoint: log.checkpoint(60, old.logKey) },
        { keys, checkpoint: log.checkpoint(60, old.logKey).replace(/.(.{20})\n$/, 'A$1\n') },
      ],
    ];
    const said = agreed(
      files.map((changed) => receiptText({ ...file, ...changed })),
      old.logKey.verifier.text,
    );
    const changed = 'key-changed key-changed unproved key-changed';
    expect(said.map(reasonsOf)).toEqual([
      ...['signed logged kept extends', 'signed logged kept extends', 'signed logged kept extends', 'signed logged kept no-own-checkpoint'],
      ...[changed, changed, changed, changed, 'signed logged kept older-key'],
      ...['signed logged kept extends', 'signed checkpoint-signature unproved unproved'],
    ]);
  });

  it('D9.327 agrees about a device that was led from key to key', () => {
    const [first, second, third, other] = ['1', '2', '3', '4'].map((word) => grow(new MadeLog(undefined, word), 60, new Seeded(3))) as [
      MadeLog,
      MadeLog,
      MadeLog,
      MadeLog,
    ];
    const led = { vkey: first.logKey.verifier.text, sizeMax: 40 };
    const older = [first, second].map((by, at) => ({ checkpoint: by.checkpoint(30 + at), proof: third.consistency(30 + at, 60) }));
    const of = (log: MadeLog, keys: string, size = 60) => {
      const head = { size, spans: [[size - 20, size - 10] as const] };
      return { ...log.receipt(dealText(dealAt(log, size - 10)), head), keys, older: size === 60 ? older : [] };
    };
    const files = [
      ...[of(third, third.keys(second.logKey, first.logKey)), of(second, second.keys()), of(first, first.keys(), 40)],
      ...[of(third, third.keys(first.logKey)), of(other, other.keys()), of(third, third.keys(second.logKey, other.logKey))],
      { ...of(second, second.keys()), older: [{ checkpoint: third.checkpoint(30), proof: third.consistency(30, 60) }] },
      // Of the first key nothing counts beyond its last size.
      of(first, first.keys(), 41),
      { ...of(third, third.keys(second.logKey)), older: [{ checkpoint: first.checkpoint(41), proof: third.consistency(41, 60) }] },
    ];
    const said = agreed(files.map(receiptText), second.logKey.verifier.text, led);
    const [good, changed] = ['signed logged kept extends', 'key-changed key-changed unproved key-changed'];
    const [stranger, old] = ['signed logged kept older-key', 'signed logged kept older-signature'];
    const late = 'signed checkpoint-signature unproved unproved';
    expect(said.map(reasonsOf)).toEqual([good, good, 'signed logged kept no-own-checkpoint', changed, changed, good, stranger, late, old]);
  });
}

function triesStrangers(): void {
  it('D9.454 agrees that a checkpoint by a key that nobody knows accuses nobody, and that one which a known key has not signed does', () => {
    const [old, log] = ['old', 'new'].map((word) => grow(new MadeLog(undefined, word), 60, new Seeded(3))) as [MadeLog, MadeLog];
    const file = log.receipt(dealText(dealAt(log, 50)), { size: 60, spans: [[40, 50]], older: [20] });
    const former = { checkpoint: old.checkpoint(30), proof: log.consistency(30, 60) };
    const bent = (by: MadeLog) => ({ ...former, checkpoint: by.checkpoint(30).replace(/.(.{20})\n$/, 'A$1\n') });
    // What its key does not sign says nothing, not even of another root.
    const [rival] = [{ ...former, checkpoint: grow(new MadeLog(undefined, 'old'), 60, new Seeded(4)).checkpoint(20) }];
    const files = [
      [former],
      [...file.older, former],
      [rival, ...file.older],
      [former, bent(log)],
      [bent(old)],
      [former, { ...former, checkpoint: 'no note' }],
    ];
    const texts = files.map((older) => receiptText({ ...file, older }));
    const last = (said: readonly Said[]) => said.map((one) => reasonsOf(one).split(' ')[3]);
    const [unknown, wrong] = ['older-key', 'older-signature'];
    expect(last(agreed(texts, log.logKey.verifier.text))).toEqual([unknown, unknown, unknown, wrong, unknown, 'older-malformed']);
    // To whom knows the key before it says what it always said.
    const known = { vkey: old.logKey.verifier.text };
    expect(last(agreed(texts, log.logKey.verifier.text, known))).toEqual([
      'extends',
      'extends',
      'two-roots',
      wrong,
      wrong,
      'older-malformed',
    ]);
  });
}

function triesOthers(): void {
  it.each(NAMES)('D9.299 agrees on 30 receipts that lack a part of the tape, and that none of them accuses anybody: %s', (kind) => {
    const random = new Seeded(18);
    const worlds = worldsOf(kind, 30, 300 + kind.length);
    const said = agreed(
      worlds.map((world) => receiptText(lessOf(world, random))),
      pinOf(worlds),
    );
    expect(said.filter(isCaught)).toEqual([]);
  });

  it('D9.299 agrees about confirms: a quiet one is not looked at, one after a silence is', () => {
    const files = ([3, 4, 5] as const).flatMap((known) => [stoppedAt(known, 1), stoppedAt(known, 4), stoppedAt(known, 5)]);
    const said = agreed(
      files.map(({ text }) => text),
      files[0]?.pin ?? '',
    );
    const rules = said.map((one) => reasonsOf(one).split(' ')[2]);
    // At the first confirm the judge may have looked: what was before it is not after `from`.
    expect(rules).toEqual([...['kept', 'kept', 'kept'], ...['wrong-tick', 'wrong-tick', 'kept'], ...['kept', 'kept', 'wrong-tick']]);
  });

  it(`D9.299 agrees on ${OF_EACH_KIND * 4} garbled files`, () => {
    const random = new Seeded(19);
    const worlds = NAMES.flatMap((kind) => worldsOf(kind, 1, 5));
    const texts = worlds.map(({ file }) => receiptText(file));
    const said = agreed(
      Array.from({ length: OF_EACH_KIND * 4 }, () => garbled(random.pick(texts), random)),
      pinOf(worlds),
    );
    expect(new Set(said.map((one) => 'refused' in one)).size).toBe(2);
  });
}

if (hasPython) {
  describe('the verifier in Python, of fills', triesFills);
  describe('the verifier in Python, of stops', triesStops);
  describe('the verifier in Python, of what is not whole', triesOthers);
  describe('the verifier in Python, of keys that are changed', triesKeys);
  describe('the verifier in Python, of keys that nobody knows', triesStrangers);
} else it('the verifier in Python was not tried here: there is no python3 on this machine', () => {});
