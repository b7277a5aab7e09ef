/** Floods one server when it is told to: a process of its own, so that whoever watches the server meanwhile is not slowed by the flood. */
import { EXPENSIVE_CALLS, floodCall } from '../../tests/fault/expensive-calls.ts';
import type { FloodOrder, FloodReport } from './flood-plan.ts';

process.on('message', async ({ url, name, caller, atOnce }: FloodOrder) => {
  const call = EXPENSIVE_CALLS[name];
  if (!call) throw new Error(`no expensive call is named ${name}`);
  const startMs = performance.now();
  const answers = await floodCall(url, call, caller, atOnce);
  const statuses: Record<string, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  const report: FloodReport = { statuses, tookMs: performance.now() - startMs };
  process.send?.(report);
});
process.send?.('ready');
