/** Steps of tests about identity: the operator's command line, and photo files as a camera makes them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { ServerProcess } from './server-process.ts';

export const PATIENT = { timeout: 20_000 };
const root = new URL('../..', import.meta.url).pathname;

/** As `npm run operator --` does it: what it prints. */
export async function runOperator({ dataDir, port }: ServerProcess, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port) };
  return (await promisify(execFile)(process.execPath, ['out/operator.js', ...words], { cwd: root, env })).stdout;
}

/** A JPEG of six megapixels in one colour. */
export const photoFile = async (name: string, colour: string) => ({
  ...{ name, mimeType: 'image/jpeg' },
  buffer: await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: colour } })
    .jpeg({ quality: 95 })
    .toBuffer(),
});
