/** Ends that never come. */
import { FOREVER_MS } from '#domain/protection.ts';

export const isForever = (untilMs: number): boolean => untilMs >= FOREVER_MS;
