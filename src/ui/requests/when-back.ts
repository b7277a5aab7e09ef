/** What was refused for want of a network stands no longer than the want: red words that are not true any more keep a person from sending again. */
import { CALL_ERROR } from '#rest/call-error.ts';
import { isOffline } from '../state/link.ts';
import { refusalCode } from './refusal.ts';

/** Calls `forget` once the network is back, where `error` says that it was away; else never. */
export function whenBack(error: unknown, forget: () => void): void {
  if (refusalCode(error) !== CALL_ERROR.offline) return;
  const stop = isOffline.subscribe((isAway) => {
    // In a task of its own: it may be back already, before `stop` is there.
    if (!isAway) setTimeout(end, 0);
  });
  function end() {
    stop();
    forget();
  }
}
