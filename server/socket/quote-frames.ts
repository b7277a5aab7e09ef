/** What one flush tells a socket of quotes, in the words of its profile. */
import { LOW_BITS } from '#protocol/quote-row.ts';
import { TOPIC } from '#protocol/socket.ts';
import type { ChangedQuote } from './changed-quote.ts';
import { type PackedRow, packBatch } from './quote-packer.ts';

/** What of a socket a batch of quotes needs to know. */
export type QuoteReader = {
  readonly profile: 'base' | 'ext';
  /** Takes quotes in binary frames; `tableSent`: how many symbols of their table it knows. */
  readonly isBinary: boolean;
  readonly tableSent: number;
  nextSeq(topic: string): number;
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
};

/** Sends changes: a frame each in base, one batch in ext; in its binary form those that do not fit come in a JSON batch beside it. */
export function sendQuotes(reader: QuoteReader, changes: readonly ChangedQuote[]): void {
  if (reader.profile === 'base') {
    for (const change of changes) reader.sendText(change.base);
  } else if (!reader.isBinary) sendJson(reader, changes);
  else sendBinary(reader, changes);
}

function sendJson(reader: QuoteReader, changes: readonly ChangedQuote[]): void {
  const rows = changes.map((change) => change.ext).join(',');
  reader.sendText(`{"type":"${TOPIC.quotes}","seq":${reader.nextSeq(TOPIC.quotes)},"data":[${rows}]}`);
}

function sendBinary(reader: QuoteReader, changes: readonly ChangedQuote[]): void {
  let newestMs = 0;
  let newestN = 0;
  for (const { row } of changes) {
    newestMs = Math.max(newestMs, row.t);
    newestN = Math.max(newestN, row.n);
  }
  const packed: PackedRow[] = [];
  const others: ChangedQuote[] = [];
  for (const change of changes) {
    const { row, place, bytes } = change;
    const isNear = newestMs - row.t < LOW_BITS && newestN - row.n < LOW_BITS;
    if (bytes && isNear && place.position < reader.tableSent) packed.push({ timeMs: row.t, n: row.n, bytes });
    else others.push(change);
  }
  if (others.length > 0) sendJson(reader, others);
  if (packed.length > 0) reader.sendBytes(packBatch(reader.nextSeq(TOPIC.quotes), packed));
}
