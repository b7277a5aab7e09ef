/** What a person has chosen on this device, one switch each. */
import { type Signal, signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';

/** A choice of this device, `start` until one is made. What another tab chooses holds here too: a press must not go by what is over. */
export function habit(key: string, start: boolean): { readonly isOn: Signal<boolean>; choose(isOn: boolean): void } {
  const isOn = signal(start);
  const read = () => {
    isOn.value = (storage.get(key) ?? `${Number(start)}`) === '1';
  };
  read();
  // Where rules are tried without a page there is nobody to hear of.
  globalThis.addEventListener?.('storage', read);
  const choose = (next: boolean) => {
    storage.set(key, next ? '1' : '0');
    isOn.value = next;
  };
  return { isOn, choose };
}
