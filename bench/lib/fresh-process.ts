/**
 * Measures in a process that has run nothing else: how the compiler makes code of a function is settled by what it saw first and then stays, so
 * that whole processes differ by a fifth whose own samples differ by a hundredth.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Samples } from './fresh-samples.ts';

const CHILD = fileURLToPath(new URL('fresh-samples.ts', import.meta.url));
const TAKES_MS_MAX = 300_000;

/** `module`: from the repository's root; it exports `samples`, which is called with `asked`. */
async function inFreshProcess(module: string, asked: object): Promise<Samples> {
  // What the process that measures was started with (exposed GC, garbage collected by the thread itself) holds for these as well.
  const child = spawn(process.execPath, [...process.execArgv, CHILD, module, JSON.stringify(asked)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    timeout: TAKES_MS_MAX,
    killSignal: 'SIGKILL',
  });
  let samples: Samples | undefined;
  child.once('message', (said) => {
    samples = said as Samples;
  });
  const [status] = await once(child, 'close');
  if (!samples) throw new Error(`a process of ${module} ended with ${status} and measured nothing`);
  return samples;
}

/** By contender the sample of each of so many processes, one after the other. */
export async function freshSamples(module: string, asked: object, processes: number): Promise<Map<string, number[]>> {
  const all = new Map<string, number[]>();
  for (let at = 0; at < processes; at++)
    for (const [name, sample] of Object.entries(await inFreshProcess(module, asked))) all.set(name, [...(all.get(name) ?? []), sample]);
  return all;
}
