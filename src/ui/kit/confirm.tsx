import { signal } from '@preact/signals';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { PageActive } from '../navigation/page-active.ts';
import { Button } from './button.tsx';
import { useOpenDialog } from './modal.ts';
import { SpokenToasts, ToastHost } from './toast.tsx';
import './confirm.css';

type Question = { title: string; text?: string; yes: string; no: string; danger?: boolean };

const asked = signal<(Question & { answer: (yes: boolean) => void }) | null>(null);

/** Asks a yes-or-no question and resolves with the answer; Esc, Back and a second question mean no. `ConfirmHost` must be on the page that asks. */
export function confirm(question: Question): Promise<boolean> {
  asked.peek()?.answer(false);
  return new Promise((resolve) => {
    asked.value = { ...question, answer: resolve };
  });
}

/** Where confirm's dialog is drawn: once on the page that asks. A page that is kept out of sight has none: a modal there would lock the one that is seen. */
export function ConfirmHost() {
  const ref = useRef<HTMLDialogElement>(null);
  const isActive = useContext(PageActive).value;
  const question = isActive ? asked.value : null;
  const shown = useRef(question);
  shown.current = question ?? shown.current;
  const settle = (yes = false) => {
    // The page may have gone meanwhile, and another one may ask.
    if (asked.peek() === shown.current) asked.value = null;
    shown.current?.answer(yes);
  };
  const isFull = useOpenDialog(ref, question !== null, () => settle());
  // The page was left before anybody could answer.
  useEffect(() => {
    if (!isActive && asked.peek() === shown.current) settle();
  }, [isActive]);
  // Not by the platform's own way to close a dialog: in its first picture it is none that the platform would close.
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    settle((event.submitter as HTMLButtonElement | null)?.value === 'yes');
  };
  return (
    <dialog ref={ref} class="confirm" role="alertdialog" aria-labelledby="confirm-title" aria-describedby="confirm-text">
      {question && (
        <form onSubmit={answer}>
          <h2 id="confirm-title">{question.title}</h2>
          <p id="confirm-text">{question.text}</p>
          <div class="confirm-actions">
            {/* The harmless answer takes the focus, so that Enter never destroys anything. */}
            <Button type="submit" value="no" autofocus>
              {question.no}
            </Button>
            <Button type="submit" value="yes" kind={question.danger ? 'danger' : 'primary'}>
              {question.yes}
            </Button>
          </div>
        </form>
      )}
      {isFull && <SpokenToasts />}
      {isFull && <ToastHost dialog={ref} />}
    </dialog>
  );
}
