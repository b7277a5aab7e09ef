/** What the address of the records asks for (decision D1.2.30): source 0 contract, type 1 holding, 0 pending, 3 history; anything else is the default. */
export const RECORD_TYPES = [1, 0, 3] as const;
export type RecordType = (typeof RECORD_TYPES)[number];
export type RecordQuery = { source: 0; type: RecordType };

const TYPE_START: RecordType = 1;

/** Reads the query; the micro tab opens with micro trading, until then every source is the contract tab. */
export function recordQuery(query: Readonly<Record<string, string | undefined>>): RecordQuery {
  const type = RECORD_TYPES.find((value) => String(value) === query.type);
  return { source: 0, type: type ?? TYPE_START };
}

/** The address of a tab; changing a tab replaces the query. */
export const recordPath = (path: string, { source, type }: RecordQuery): string => `${path}?source=${source}&type=${type}`;
