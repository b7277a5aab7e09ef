/**
 * Paths under which a log serves what never changes (c2sp.org/tlog-tiles): `tile/0/x001/067`, `tile/entries/000.p/3`; ours too are
 * `body/…`, 16 blocks each, and `summary/…`, 256 summaries each. Behind `.p/` stands how many of a tile's rows there are yet.
 */

export type TileKind = 'hashes' | 'entries' | 'body' | 'summary';
/** `level` is 0 for all but hashes. `width`: rows in it, the whole width for one that is full. */
export type TilePath = { readonly kind: TileKind; readonly level: number; readonly index: number; readonly width: number };

/** Rows of a full tile. */
export const TILE_WIDTH: Readonly<Record<TileKind, number>> = { hashes: 256, entries: 256, body: 16, summary: 256 };

/** 1067 as `x001/067`. */
function indexText(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** A tile as a path, without a slash in front. */
export function tilePath({ kind, level, index, width }: TilePath): string {
  const folder = kind === 'hashes' ? `tile/${level}` : kind === 'entries' ? 'tile/entries' : kind;
  return `${folder}/${indexText(index)}${width < TILE_WIDTH[kind] ? `.p/${width}` : ''}`;
}

/** A tree of 2^53 - 1 leaves has tiles of hashes on the levels 0 to 6. */
const PATH = /^(tile\/([0-6])|tile\/entries|body|summary)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Reads a path; `undefined` for any but the one that `tilePath` writes. */
export function parseTilePath(path: string): TilePath | undefined {
  const [, folder, level = '0', digits, width] = PATH.exec(path) ?? [];
  if (folder === undefined || digits === undefined) return undefined;
  const kind = folder === 'body' || folder === 'summary' ? folder : folder === 'tile/entries' ? 'entries' : 'hashes';
  const tile = {
    kind,
    level: Number(level),
    index: Number(digits.replaceAll(/[x/]/g, '')),
    width: Number(width ?? TILE_WIDTH[kind]),
  } as const;
  return Number.isSafeInteger(tile.index) && tilePath(tile) === path ? tile : undefined;
}

/** Where a row (a leaf's hash, an entry, a body, a summary) lies in a log that has so many of its kind: the widest tile that there is. */
export function tileOf(kind: TileKind, level: number, row: number, rows: number): TilePath & { readonly at: number } {
  const whole = TILE_WIDTH[kind];
  const index = Math.floor(row / whole);
  return { kind, level, index, width: Math.min(whole, rows - index * whole), at: row % whole };
}
