/** The deals of a person as the server signs them: a note each. */
import type { DealNoteRows } from './rest/receipt-endpoints.ts';

export const dealNotesToWire = (notes: readonly { readonly deal: number; readonly note: string }[]): DealNoteRows => ({
  list: notes.map(({ deal, note }) => ({ Deal: deal, Note: note })),
});

/** As they came; a row without a note is left out and said in the console. */
export function dealNotesFromWire(reply: Partial<DealNoteRows> | null, warn: (text: string) => void): string[] {
  const rows: readonly unknown[] = Array.isArray(reply?.list) ? reply.list : [];
  return rows.flatMap((row, at) => {
    const note = (row as { Note?: unknown } | null)?.Note;
    if (typeof note === 'string') return [note];
    warn(`list[${at}].Note: got ${String(note)}, takes a signed deal: left out`);
    return [];
  });
}
