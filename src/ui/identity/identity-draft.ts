/**
 * What somebody has filled in of an application and not sent yet (decision D9.410): the texts, and the addresses of photos that the server has
 * received. It lies in the tab's own store, which a page that the camera pushed out of memory gets back and no other tab sees; it is one person's
 * and one application's, and goes when it was sent, when its person is no longer in, and half an hour after its last change.
 */
import { effect } from '@preact/signals';
import { IDENTITY_TEXTS, type IdentityForm, isBlankIdentity, PHOTO_SLOTS } from '#domain/identity.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { memoryStorage, safeStorage } from '../browser/storage.ts';
import { sessionStatus } from '../state/session.ts';
import { user } from '../state/user.ts';
import type { IdentityStep } from './identity-steps.ts';

const KEPT_MS = 30 * MINUTE_MS;
const KEY = 'identity';
/** Never the store that outlives the tab: what is in it would wait for whoever takes the phone next. */
const store = safeStorage(() => sessionStorage) ?? memoryStorage();

/** `of`: which application, since what was filled in for one is not the answer to the refusal of another. */
export type DraftOwner = { readonly uid: string; readonly of: string };
/** What is kept of one: the form, and at which step it was left. */
type KeptApplication = { readonly form: IdentityForm; readonly step: IdentityStep };
type Draft = DraftOwner & KeptApplication & { readonly atMs: number };

let forgetting: ReturnType<typeof setTimeout> | undefined;

export function forgetDraft(): void {
  clearTimeout(forgetting);
  store.remove(KEY);
}

/** Of the form's photos only those that the server has. */
export function keepDraft(owner: DraftOwner, kept: KeptApplication): void {
  forgetDraft();
  if (isBlankIdentity(kept.form)) return;
  store.set(KEY, JSON.stringify({ ...owner, ...kept, atMs: Date.now() } satisfies Draft));
  forgetting = setTimeout(forgetDraft, KEPT_MS);
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** As it was kept, or `undefined` for what is too old or cannot be read; texts are looked at when they are sent. */
function keptDraft(): Draft | undefined {
  try {
    const draft = JSON.parse(store.get(KEY) ?? '') as Draft;
    const { form, atMs } = draft;
    const age = Date.now() - atMs;
    const isWhole = IDENTITY_TEXTS.every((part) => isText(form[part])) && PHOTO_SLOTS.every((slot) => isText(form.photos[slot]));
    return isWhole && age >= 0 && age < KEPT_MS ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** What this person has filled in of this application. */
export function draftOf(owner: DraftOwner): KeptApplication | undefined {
  const draft = keptDraft();
  return draft?.uid === owner.uid && draft.of === owner.of ? draft : undefined;
}

/** What is kept goes as soon as it is seen that its person is not in: logged out, here or in another tab, or somebody else. Called once. */
export function followDraftOwner(): void {
  effect(() => {
    if (sessionStatus.value === 'checking') return;
    const uid = user.value?.uid;
    if (store.get(KEY) !== null && keptDraft()?.uid !== uid) forgetDraft();
  });
}
