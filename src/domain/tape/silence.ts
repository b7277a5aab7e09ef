/**
 * How long a source might be silent where a deal was executed: the term `silence` of its text, and how far back the tape is looked through by
 * it. A deal without the term, as all are of categories without a row in `freshness.ts`, had the 5 s of the format.
 */
import { BLOCK_MS } from './block-time.ts';
import { SILENCE_MS } from './receipt-limits.ts';

/** `silenceMs` is left out where it is that of the format. */
export type Silence = { readonly silenceMs?: number | undefined };

/** By how much the times of server and sources may differ. */
export const LEEWAY_MS = 1_000;

/** The term that says it. */
export const silenceTerm = (ms: number): Silence => (ms === SILENCE_MS.unsaid ? {} : { silenceMs: ms });
export const silenceOf = ({ silenceMs }: Silence): number => silenceMs ?? SILENCE_MS.unsaid;

/** Blocks up to the newest tick that are looked through: one each `BLOCK_MS`, so a life within the silence is among them. Of 5 s seven. */
export const newestBlocks = (silenceMs: number): number => Math.ceil(silenceMs / BLOCK_MS) + 2;
/** How long before its expiry the tape is looked through for the price of a micro trade, ms. */
export const microBackMs = (silenceMs: number): number => silenceMs + LEEWAY_MS;
