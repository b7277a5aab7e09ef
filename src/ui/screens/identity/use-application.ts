/** The application on screen: at which step it is, and the sending. */
import { type Signal, signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { IDENTITY_ERROR } from '#protocol/identity-error.ts';
import { checkIdentity, type IdentityInput, isSendingPhoto, putRefusal } from '../../identity/identity-form.ts';
import { checkStep, IDENTITY_STEPS, type IdentityStep, saidStep } from '../../identity/identity-steps.ts';
import { sendApplication } from '../../identity/send-application.ts';
import { putLayer } from '../../navigation/layer-history.ts';
import { refusalCode, refusalText } from '../../requests/refusal.ts';
import { whenBack } from '../../requests/when-back.ts';
import { invalidate } from '../../state/query.ts';

type Application = {
  readonly isBusy: Signal<boolean>;
  /** What the server refused that belongs to no field. */
  readonly refusal: Signal<string | undefined>;
  /** To a step, be something wrong on another or not. */
  go(step: IdentityStep): void;
  /** So many steps on or back. */
  move(by: 1 | -1): void;
  /** On to the next step; sends it on the last one. What is wrong is said at its field, on the step where that is. */
  submit(event: Event): void;
};

export function useApplication(input: IdentityInput, step: Signal<IdentityStep>, form: RefObject<HTMLFormElement | null>): Application {
  const refusal = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const go = (next: IdentityStep) => {
    step.value = next;
    showHead(form.current);
  };
  const move = (by: 1 | -1) => go(IDENTITY_STEPS[IDENTITY_STEPS.indexOf(step.peek()) + by] ?? step.peek());
  const showProblem = () => {
    step.value = saidStep(input) ?? step.peek();
    showFirstProblem(form.current);
  };
  const send = async () => {
    isBusy.value = true;
    try {
      if (!(await sendApplication(input))) showProblem();
    } catch (error) {
      if (refusalCode(error) === IDENTITY_ERROR.identityStands) await invalidate('identity');
      else if (putRefusal(input, error)) showProblem();
      else {
        refusal.value = refusalText(error);
        whenBack(error, () => (refusal.value = undefined));
      }
    } finally {
      isBusy.value = false;
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const now = step.peek();
    const isLast = now === 'photos';
    if (isBusy.peek() || (isLast && isSendingPhoto(input))) return;
    refusal.value = undefined;
    if (!(isLast ? checkIdentity(input, Date.now()) : checkStep(input, now, Date.now()))) showProblem();
    else if (isLast) void send();
    else move(1);
  };
  useEffect(() => {
    if (step.value === 'you') return undefined;
    let leave: (() => void) | undefined;
    // Behind the step of the history that has led here, which closes whatever lies over the page.
    const timer = setTimeout(() => {
      leave = putLayer({ dialog: undefined, close: () => move(-1) });
    }, 0);
    stepBack.value = () => history.back();
    return () => {
      stepBack.value = undefined;
      clearTimeout(timer);
      leave?.();
    };
  }, [step.value]);
  return { isBusy, refusal, go, move, submit };
}

/** What Back at the head does while the form is beyond its first step: as the phone's, it leads to the step before. */
export const stepBack = signal<(() => void) | undefined>(undefined);

/** Once a step stands, it is read from its head on. */
function showHead(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('.identity-step')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}

/** Once the messages stand, the first field that has one is where the person goes on. */
function showFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
