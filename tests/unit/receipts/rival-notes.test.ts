/** Two answers about one deal that differ: whoever hears the second one, and whenever, both are kept, and no verdict stays green (decision D9.329). */
import { expect, it, vi } from 'vitest';
import type { Price } from '#domain/decimal.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { verdictColour } from '#domain/tape/verdict.ts';
import { openTapeStore } from '#worker/receipts/tape-store.ts';
import { signed } from '../../property/tape/made-log.ts';
import { makeWorld } from '../../property/tape/receipt-world.ts';

const world = makeWorld(3, 40);
const { log, deal, file } = world;
const noteOf = (price = deal.price) => signed(dealText({ ...deal, price }), log.receiptsKey);
const first = noteOf();
const second = noteOf((deal.price + 1n) as Price);
const ORDER = { source: 0, id: deal.order } as const;
let gate: () => void = () => undefined;
const assembling = new Promise<void>((resolve) => {
  gate = resolve;
});

vi.mock('#worker/receipts/assemble.ts', () => ({
  assembledReceipt: async () => {
    await assembling;
    return { kind: 'file', file: { ...file, deal: first }, height: 30 };
  },
}));
vi.mock('#worker/receipts/log-reader.ts', () => ({
  LogReader: class {
    size = 40;
    heightOf = async () => 30;
  },
}));

it('D9.329 no verdict stays green over a second answer that came while the first was checked', async () => {
  const { OwnDeals } = await import('#worker/receipts/own-deals.ts');
  const { answerCheck } = await import('#worker/receipts/answer-checks.ts');
  const store = await openTapeStore();
  let says = first;
  const request = { call: async () => ({ list: [{ Deal: deal.deal, Note: says }] }), warn: console.warn };
  const who = { realm: deal.realm, uid: deal.uid, token: '' };
  const roomOf = () => {
    const deals = new OwnDeals({ store, request: request as never, clock: Date }, who);
    const now = {
      vkeys: file.vkeys,
      keys: file.keys,
      checkpoint: file.checkpoint,
      head: { ...log.head(world.extract.size), origin: log.origin },
      pins: [{ vkey: log.logKey.verifier.text }],
      isOurs: true,
    };
    const evidence: string[] = [];
    return {
      evidence,
      deals,
      isKept: () => true,
      clock: {
        now: () => deal.timeMs + 5_000,
        steady: () => performance.now(),
        after: (ms: number, run: () => void) => {
          const id = setTimeout(run, ms);
          return () => clearTimeout(id);
        },
      },
      calls: { proof: async () => [] },
      log: {
        ask: async () => now,
        notes: async () => [{ origin: log.origin, size: 1, atMs: 0, note: log.checkpoint(1) }],
        keepEvidence: async (text: string) => void evidence.push(text),
      },
    };
  };
  const room = roomOf();
  room.calls.proof = async () => log.consistency(1, world.extract.size) as never;
  // The receipt is opened a second after the fill: its deals are asked for, then its check begins.
  await room.deals.ask(ORDER);
  const checking = answerCheck(room as never, { kind: 'check', ...ORDER, deal: deal.deal, isLargeFine: false });
  await new Promise((r) => setTimeout(r, 20));
  // Four seconds after the fill the worker keeps its deals: the server signs another price for the very same deal.
  says = second;
  const kept = await roomOf().deals.ask(ORDER);
  expect(kept[0]?.rival).toBe(second);
  gate();
  const reply = await checking;
  expect(reply.kind === 'checked' && verdictColour(reply.checked.verdict)).toBe('red');
  const stored = await roomOf().deals.checked(ORDER, deal.deal);
  expect(stored === undefined || verdictColour(stored.verdict) === 'red').toBe(true);
});

it('D9.329 of two tabs that hear two answers at once neither loses what was said first', async () => {
  // Node 20 has no locks: one of their kind.
  const held = new Map<string, Promise<unknown>>();
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, work: () => Promise<unknown>) => {
        const mine = Promise.resolve(held.get(name)).then(work);
        held.set(
          name,
          mine.catch(() => undefined),
        );
        return mine;
      },
    },
  });
  vi.resetModules();
  const one = await import('#worker/receipts/own-deals.ts');
  vi.resetModules();
  const two = await import('#worker/receipts/own-deals.ts');
  expect(one.OwnDeals).not.toBe(two.OwnDeals);
  const memory = await openTapeStore();
  // As a database is: each read and each write is a task of its own.
  const task = () => new Promise((r) => setTimeout(r, 2));
  const store = {
    ...memory,
    isKept: true,
    get: async (k: never, key: string) => {
      await task();
      return memory.get(k, key);
    },
    all: async (k: never, key: string) => {
      await task();
      return memory.all(k, key);
    },
    put: async (k: never, key: string, row: unknown) => {
      await task();
      return memory.put(k, key, row);
    },
    remove: async (k: never, keys: string[]) => {
      await task();
      return memory.remove(k, keys);
    },
  };
  const notes = [first, second];
  const request = {
    call: async () => {
      const Note = notes.shift();
      await task();
      return { list: [{ Deal: deal.deal, Note }] };
    },
    warn: console.warn,
  };
  const who = { realm: deal.realm, uid: deal.uid, token: '' };
  const tabs = [one, two].map(({ OwnDeals }) => new OwnDeals({ store: store as never, request: request as never, clock: Date }, who));
  // Both tabs heard of the fill at once, and keep its deals four seconds later.
  await Promise.all(tabs.map((tab) => tab.ask(ORDER)));
  const [row] = (await tabs[0]?.kept(ORDER)) ?? [];
  expect(row?.rival).toBeDefined();
});
