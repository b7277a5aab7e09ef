/** The way into one's own play money, from wherever it is offered to somebody with an account of their own. */
import { isQuietFailure } from '#rest/call-error.ts';
import { toast } from '../kit/toast.tsx';
import { refusalText } from '../requests/refusal.ts';
import { user } from '../state/user.ts';
import { enterPlay } from './own-demo.ts';
import { putPageHead } from './page-head.ts';

/** Never rejects: a toast says why not. */
export async function practise(): Promise<void> {
  const own = user.peek()?.uid ?? '';
  try {
    await enterPlay();
    putPageHead(own, { hasPlayed: true });
  } catch (error) {
    if (!isQuietFailure(error)) toast(refusalText(error), 'bad');
  }
}
