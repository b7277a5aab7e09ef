/** Recorded logs, proofs and signatures of others lie outside this repository: tests that read them say so and skip where they are not. */
import { existsSync, readFileSync } from 'node:fs';

const DATA = new URL('../../../../shared/data/', import.meta.url);

export const hasData = (folder: string): boolean => existsSync(new URL(folder, DATA));
export const dataText = (path: string): string => readFileSync(new URL(path, DATA), 'utf8');
export const dataBytes = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(path, DATA)));
