import { unpack } from 'msgpackr/unpack';
import { QUOTE_HEAD, QUOTE_ROW } from '#protocol/quote-row.ts';

/** Symbols that a frame of the socket tells of, read by other means than the engine's. `table`: those of binary rows, kept from the frame that brings it. */
export function heardIn(data: unknown, table: string[]): string[] {
  if (data instanceof ArrayBuffer) {
    const { bin } = unpack(new Uint8Array(data)) as { bin: Uint8Array };
    const rows = new DataView(bin.buffer, bin.byteOffset + QUOTE_HEAD.bytes, bin.length - QUOTE_HEAD.bytes);
    return Array.from({ length: rows.byteLength / QUOTE_ROW.bytes }, (_, at) => table[rows.getUint16(at * QUOTE_ROW.bytes, true)] ?? '');
  }
  const message = JSON.parse(String(data));
  if (message.table) table.push(...message.table.slice(table.length).map(([code]: [string]) => code));
  const rows: { symbol?: string }[] = message.type === 'DAY_MARKET' ? (message.data ?? [message]) : [];
  const snapshot = message.type === 'sub' && Array.isArray(message.snapshot) ? message.snapshot : [];
  return [...rows, ...snapshot].flatMap((row) => row?.symbol ?? []);
}
