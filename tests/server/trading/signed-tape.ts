/** Deals as their owners get them signed, and the tape of a test as a receipt carries it, for the recheck of the one by the other. */
import { contradicts } from '#domain/tape/contradiction.ts';
import { readDeal } from '#domain/tape/deal-note.ts';
import { recheckDeal } from '#domain/tape/recheck.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { SegmentBlock, TapeSegment } from '#domain/tape/tape-segment.ts';
import type { Db } from '#server/database/database.ts';
import { readGroupsAfter } from '#server/tape/tape-reader.ts';
import { createReceipts, type Receipts } from '#server/trading/receipts/signed-deals.ts';
import type { Trader } from '#server/trading/trading.ts';
import type { Desk } from './trading-fixture.ts';

export const ORIGIN = 'trade.example/tape';
const SECOND_MS = 1_000;
const GROUPS_AT_ONCE = 1_000;

/** The text itself in place of a note over it: signing is tested where it is made. */
export const receiptsOf = ({ db, catalogue, log }: Desk): Receipts =>
  createReceipts({ db, catalogue, log }, { keys: { origin: ORIGIN }, signReceipt: (text) => text });

/** All deals of a person. */
export async function signed(at: Desk, trader: Trader, isMicro = false): Promise<SignedDeal[]> {
  const receipts = receiptsOf(at);
  const deals: SignedDeal[] = [];
  for (;;) {
    const notes = await receipts.of(trader, isMicro, { after: deals.at(-1)?.deal ?? 0 });
    if (!notes?.length) return deals;
    for (const { note } of notes) {
      const deal = readDeal(note);
      if ('problem' in deal) throw new Error(deal.problem);
      deals.push(deal);
    }
  }
}

/** The whole tape of a test as blocks of a second. */
export async function tapeOf(db: Db): Promise<TapeSegment> {
  const blocks = new Map<number, SegmentBlock>();
  for (let seq = 0; ; ) {
    const groups = await readGroupsAfter(db.kysely, seq, GROUPS_AT_ONCE);
    for (const group of groups) {
      const timeMs = (Math.floor(group.committedAtMs / SECOND_MS) + 1) * SECOND_MS;
      const before = blocks.get(timeMs);
      const entry = {
        height: before?.entry.height ?? blocks.size + 1,
        firstSeq: before?.entry.firstSeq ?? group.firstSeq,
        lastSeq: group.lastSeq,
        timeMs,
        bodyHash: new Uint8Array(32),
      };
      blocks.set(timeMs, { entry, ticks: [...(before?.ticks ?? []), ...group.ticks] });
      seq = group.lastSeq;
    }
    if (groups.length === 0) return { blocks: [...blocks.values()], summaries: [] };
  }
}

/** `kind rule answer`, of each, with the reason where it is no yes. */
export const verdicts = (deals: readonly SignedDeal[], segment: TapeSegment): string[] =>
  deals.map((deal) => {
    const { answer, reason, detail } = recheckDeal(deal, segment);
    return `${deal.kind} ${deal.rule} ${answer}${answer === 'yes' ? '' : ` ${reason} ${detail ?? ''}`}`;
  });

/** Pairs of deals, by their kinds and numbers, that cannot both be true. */
export const contradictionsOf = (deals: readonly SignedDeal[]): string[] =>
  deals.flatMap((one, at) =>
    deals
      .slice(at + 1)
      .filter((other) => contradicts(one, other))
      .map((other) => `${one.kind} ${one.rule} ${one.deal} and ${other.kind} ${other.rule} ${other.deal} of order ${other.order}`),
  );
