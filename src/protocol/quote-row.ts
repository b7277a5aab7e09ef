/**
 * Quotes in the profile `trade.v2.msgpack`: a batch is one msgpack map {type, seq, bin} in this order; `bin` is a head and rows of a fixed
 * size, little-endian. Every other message of that profile is JSON text, and so is a row that does not fit: one whose day or market
 * changed otherwise than its own run tells (open, status, opens_at; a high that falls), or whose numbers are too large for their fields.
 *
 * A price is a whole number of steps of the product's grid. Steps divided by a power of ten give the very double that the decimal text
 * gives, as both are exact and a division rounds once. A row is 20 bytes instead of 56 with six float64: a list of ten rows costs
 * 0.6 KB/s instead of 1.6. `time` and `n` are the low 16 bits of the values, so that a row is the same in every batch: the head tells
 * the smallest of each, and a batch spans less than 65,536 of either.
 */

/** Offsets in bytes. Head: f64 smallest time in ms, f64 smallest n. */
export const QUOTE_HEAD = { timeMs: 0, n: 8, bytes: 16 } as const;

/**
 * u16 position in the symbol table, u8 flags, u8 decimals of the volume, u32 close, u16 high minus close, u16 close minus low, u32 volume,
 * u16 time, u16 n. Prices are in steps; high, low and volume are of the run since the batch before.
 */
export const QUOTE_ROW = {
  symbol: 0,
  flags: 2,
  volumeDecimals: 3,
  close: 4,
  above: 8,
  below: 10,
  volume: 12,
  time: 16,
  n: 18,
  bytes: 20,
} as const;
/** The row is a confirm: the price did not move, its source is alive. */
export const FLAG_CONFIRM = 1;
/** Values of a 16-bit field. */
export const LOW_BITS = 65_536;
/** Decimals that a price or a volume can have. */
export const DECIMALS_MAX = 8;
/** The position in this list is the number of decimals. */
export const TENS: readonly number[] = Array.from({ length: DECIMALS_MAX + 1 }, (_, decimals) => 10 ** decimals);

/** An entry of the symbol table: the code, and how many decimals a step of its price has. Its position is its number in rows. */
export type SymbolEntry = readonly [code: string, decimals: number];

/** msgpack of a map of three, "type", "DAY_MARKET", "seq"; the sequence follows as a whole number. */
export const ENVELOPE_BEGIN: Uint8Array = Uint8Array.of(
  0x83,
  ...[0xa4, 0x74, 0x79, 0x70, 0x65],
  ...[0xaa, 0x44, 0x41, 0x59, 0x5f, 0x4d, 0x41, 0x52, 0x4b, 0x45, 0x54],
  ...[0xa3, 0x73, 0x65, 0x71],
);
/** msgpack of "bin", before the bytes. */
export const ENVELOPE_BIN: Uint8Array = Uint8Array.of(0xa3, 0x62, 0x69, 0x6e);
