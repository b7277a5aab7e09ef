/** The session's token: in one signal and in the browser's store, and nowhere else (security S9). '' for a visitor. */
import { signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';
import { STORED } from '../browser/stored-keys.ts';

export const TOKEN_KEY = STORED.token;
export const token = signal(storage.get(TOKEN_KEY) ?? '');

export function keepToken(text: string): void {
  token.value = text;
  if (text === '') storage.remove(TOKEN_KEY);
  else storage.set(TOKEN_KEY, text);
}
