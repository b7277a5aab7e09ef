/** What is said between the bench and the process that floods. */
import type { Caller } from '../../tests/fault/expensive-calls.ts';

/** `name`: of one of the most expensive calls. */
export type FloodOrder = { readonly url: string; readonly name: string; readonly caller: Caller; readonly atOnce: number };
/** `statuses`: how often each status of HTTP, or broken connection, was the answer. */
export type FloodReport = { readonly statuses: Readonly<Record<string, number>>; readonly tookMs: number };
