/** CPU time of a page's dedicated worker, as the kernel counts it for the worker's thread: what the browser does elsewhere is not in it. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

const THREAD = 'DedicatedWorker';

/** Seconds of CPU of all dedicated workers of all renderers together. Linux only. */
export async function workerCpu(browser: Browser): Promise<() => number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const threads = processInfo.filter(({ type }) => type === 'renderer').flatMap(({ id }) => workerThreads(id));
  if (threads.length === 0) throw new Error('no renderer has a thread of a dedicated worker');
  return () => threads.reduce((seconds, thread) => seconds + Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9, 0);
}

function workerThreads(process: number): string[] {
  const folder = `/proc/${process}/task`;
  return readdirSync(folder)
    .map((thread) => `${folder}/${thread}`)
    .filter((thread) => readFileSync(`${thread}/comm`, 'utf8').startsWith(THREAD));
}
