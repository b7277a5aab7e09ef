/** Imports that fail are asked for under another address: Node, like Chromium before 151, repeats the failure of an address by heart. */
import { beforeEach, expect, it } from 'vitest';
import { lateImport } from '#protocol/late-import.ts';

const network = globalThis as { isNetworkDown?: boolean; runs?: string[] };
let count = 0;
/** A file that fails while the network is down, and notes when it is run. */
const newFile = (): string =>
  `data:text/javascript,if(globalThis.isNetworkDown)throw Error('down');export const at=globalThis.runs.push(import.meta.url);//${count++}`;
beforeEach(() => {
  network.isNetworkDown = false;
  network.runs = [];
});
const ask = (file: string, onStuck?: (file: string) => void) => lateImport<{ at: number }>((importFile) => importFile(file), onStuck);

it('D9.319 what failed comes once the network is back, and is run once, whoever asks for it', async () => {
  const file = newFile();
  network.isNetworkDown = true;
  await expect(Promise.all([ask(file), ask(file)])).rejects.toThrow('down');
  await expect(ask(file)).rejects.toThrow('down');
  network.isNetworkDown = false;
  // What failed stays failed at its own address.
  await expect(import(/* @vite-ignore */ file)).rejects.toThrow('down');
  const [first, second] = await Promise.all([ask(file), ask(file)]);
  expect(await ask(file)).toBe(first);
  expect(second).toBe(first);
  expect(network.runs).toHaveLength(1);
});

it('D9.319 what never failed keeps its own address', async () => {
  const file = newFile();
  await ask(file);
  await ask(file);
  expect(network.runs).toEqual([file]);
});

it('D9.319 a file is called stuck at its third failure in a row, not before', async () => {
  const stuck: string[] = [];
  const file = newFile();
  network.isNetworkDown = true;
  for (const told of [0, 0, 1, 2]) {
    await expect(ask(file, (name) => stuck.push(name))).rejects.toThrow('down');
    expect(stuck).toEqual(Array(told).fill(file));
  }
});
