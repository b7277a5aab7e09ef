/** The form of an application on screen, with what was filled in of it before and not sent. */
import { effect, type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { IdentityForm } from '#domain/identity.ts';
import { type DraftOwner, draftOf, forgetDraft, keepDraft } from '../../identity/identity-draft.ts';
import { clearInput, clearPhotos, createIdentityInput, type IdentityInput, keptPartOf } from '../../identity/identity-form.ts';
import { keptInput } from '../../identity/send-application.ts';

type KeptInput = {
  readonly input: IdentityInput;
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
    return { input: held ?? createIdentityInput(draft ?? rejected), isDraft: !held && draft !== undefined };
  }, []);
  const { input } = begun;
  const wasKept = useSignal(begun.isDraft);
  useEffect(() => {
    const stop = followInput(input, owner);
    return () => {
      stop();
      // Photos that are still on their way are nobody's any more, but for those that go their way without this screen.
      if (keptInput() !== input) clearPhotos(input);
    };
  }, []);
  return {
    ...{ input, wasKept },
    startAnew() {
      clearInput(input, rejected);
      forgetDraft();
      wasKept.value = false;
    },
  };
}

/** Keeps every change from now on. */
function followInput(input: IdentityInput, owner: DraftOwner): () => void {
  let before = JSON.stringify(keptPartOf(input));
  return effect(() => {
    const form = keptPartOf(input);
    const now = JSON.stringify(form);
    if (now !== before) keepDraft(owner, form);
    before = now;
  });
}
