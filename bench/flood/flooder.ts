/** The process that floods, as the bench holds it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloodOrder, FloodReport } from './flood-plan.ts';

const FLOODER = fileURLToPath(new URL('flood-process.ts', import.meta.url));
const ANSWER_WITHIN_MS = 60_000;

export type Flooder = {
  /** Resolves when every request of the flood is answered. */
  flood(order: FloodOrder): Promise<FloodReport>;
  stop(): void;
};

export async function startFlooder(): Promise<Flooder> {
  const child = spawn(process.execPath, ['--import', 'tsx', FLOODER], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const answer = async (): Promise<unknown> => {
    const [said] = (await once(child, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })) as [unknown];
    return said;
  };
  await answer();
  return {
    flood(order) {
      const report = answer();
      child.send(order);
      return report as Promise<FloodReport>;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
