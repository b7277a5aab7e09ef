import { Button } from '../../../kit/button.tsx';
import { t } from '../../../language/i18n.ts';
import { loginPath } from '../../../paths.ts';
import { isStartingDemo, playMoney, startDemo } from '../../../requests/start-demo.ts';
import { sessionNumber } from '../../../state/session.ts';
import { isDemo } from '../../../state/user.ts';
import type { Sending } from './begun.ts';

type StartDoorsProps = {
  /** What becomes of the order. */
  detail: string;
  /** Where a login leads back to. */
  from: string;
  /**
   * What was begun, at the moment of a press: gives what keeps it for the page after the login, with `sending` to be sent there at once.
   * `undefined`: there is nothing to begin with.
   */
  begin: () => ((sending?: Sending) => void) | undefined;
};

/** The visitor's two ways in: play money first, in which what was begun is sent at once; after a login it stands in its form again. */
export function StartDoors({ detail, from, begin }: StartDoorsProps) {
  const start = async () => {
    const keep = begin();
    if (!keep || isStartingDemo.peek() || !(await startDemo())) return;
    // Somebody else may have been let in meanwhile, by another tab: the order was begun for play money.
    if (isDemo.peek()) keep({ session: sessionNumber.peek(), atMs: performance.now() });
  };
  const isBusy = isStartingDemo.value;
  return (
    <>
      <p class="ticket-reason">{detail}</p>
      <div class="ticket-send">
        <Button kind="primary" size="tall" busy={isBusy} onClick={start}>
          {isBusy ? t('ticket:start.busy') : t('ticket:start.demo', { amount: playMoney() })}
        </Button>
        <a class="button" data-kind="plain" data-size="tall" href={`#${loginPath(from)}`} onClick={() => begin()?.()}>
          {t('ticket:start.login')}
        </a>
      </div>
    </>
  );
}
