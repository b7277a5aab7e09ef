/** How long ticks were on their way to the sockets: what the server noted of commits and flushes, joined with what the load generator got. */
import type { LoadReport, ServerReport } from './fan-out-plan.ts';

/** ms, each sample over all sockets. */
export type Latencies = { readonly fromCommit: number[]; readonly fromFlush: number[]; readonly cpuPerFlush: number };

/**
 * The first batch only says where to begin: what was committed or flushed up to it may have been told before the measurement. Numbers of
 * products that no socket watches are in no batch, so a group belongs to the batch of the flush that came behind it, whatever that
 * batch's newest number is; where a flush told nobody anything, its groups belong to the next batch, and are late.
 */
export function latencies({ batches }: Pick<LoadReport, 'batches'>, { commits, flushes, cpuMs }: Omit<ServerReport, 'blocked'>): Latencies {
  const fromFlush: number[] = [];
  const fromCommit: number[] = [];
  // The flush that told a batch is the first one behind its newest number, however late it arrived.
  const flushOf = (n: number) => flushes.findIndex(([lastSeq]) => lastSeq >= n);
  const [before, ...measured] = batches;
  const begin = flushes[flushOf(before?.n ?? 0)]?.[0] ?? 0;
  let commit = commits.findIndex(([lastSeq]) => lastSeq > begin);
  for (const { n, times } of measured) {
    const at = flushOf(n);
    const flush = flushes[at];
    if (!flush) continue;
    const [told, flushedMs] = flush;
    // Before the first one that was noted there may have been another.
    if (at > 0) for (const time of times) fromFlush.push(time - flushedMs);
    for (; commit >= 0 && commit < commits.length && (commits[commit]?.[0] as number) <= told; commit++) {
      const atMs = commits[commit]?.[1] as number;
      for (const time of times) fromCommit.push(time - atMs);
    }
  }
  return { fromCommit, fromFlush, cpuPerFlush: cpuMs / Math.max(1, flushes.length) };
}
