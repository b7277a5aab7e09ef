/** The form of an application on screen, with what was filled in of it before and not sent. */
import { effect, type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { IdentityForm } from '#domain/identity.ts';
import { type DraftOwner, draftOf, forgetDraft, keepDraft } from '../../identity/identity-draft.ts';
import { clearInput, clearPhotos, createIdentityInput, type IdentityInput, keptPartOf } from '../../identity/identity-form.ts';
import { IDENTITY_STEPS, type IdentityStep, openStep } from '../../identity/identity-steps.ts';
import { keptInput } from '../../identity/send-application.ts';

type KeptInput = {
  readonly input: IdentityInput;
  /** At which step the form is. */
  readonly step: Signal<IdentityStep>;
  /** True while the form shows what was filled in at another visit. */
  readonly wasKept: Signal<boolean>;
  /** The form as it began: empty, or as it was rejected. */
  startAnew(): void;
};

/** `rejected`: what was sent before and may be sent again. */
export function useKeptInput(rejected: IdentityForm | undefined, owner: DraftOwner): KeptInput {
  const begun = useMemo(() => {
    const draft = draftOf(owner);
    const held = rejected ? undefined : keptInput();
    const input = held ?? createIdentityInput(draft?.form ?? rejected);
    // Where it was left, or where what stands before lacks nothing any more: whichever is further on.
    const places = [held || !draft ? -1 : IDENTITY_STEPS.indexOf(draft.step), IDENTITY_STEPS.indexOf(openStep(input, Date.now()))];
    return { input, isDraft: !held && draft !== undefined, step: IDENTITY_STEPS[Math.max(...places)] ?? 'you' };
  }, []);
  const { input } = begun;
  const step = useSignal(begun.step);
  const wasKept = useSignal(begun.isDraft);
  useEffect(() => {
    const stop = followInput(input, step, owner);
    return () => {
      stop();
      // Photos that are still on their way are nobody's any more, but for those that go their way without this screen.
      if (keptInput() !== input) clearPhotos(input);
    };
  }, []);
  return {
    ...{ input, step, wasKept },
    startAnew() {
      clearInput(input, rejected);
      forgetDraft();
      wasKept.value = false;
    },
  };
}

/** Keeps every change from now on. To turn the pages of what nobody has filled in anything of is no change. */
function followInput(input: IdentityInput, step: Signal<IdentityStep>, owner: DraftOwner): () => void {
  let before = JSON.stringify(keptPartOf(input));
  return effect(() => {
    const kept = { form: keptPartOf(input), step: step.value };
    const now = JSON.stringify(kept.form);
    if (now !== before || draftOf(owner)) keepDraft(owner, kept);
    before = now;
  });
}
