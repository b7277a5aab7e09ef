/** Starts the demo account over: its positions are closed by the server, its balance is what it was at first. */
import { resetDemo } from '#rest/user.ts';
import { request } from '../requests/request.ts';
import { invalidate } from './query.ts';

/** Rejects with a `CallError`, without a toast. */
export async function resetDemoAccount(): Promise<void> {
  await resetDemo(request, { silent: true });
  await invalidate();
}
