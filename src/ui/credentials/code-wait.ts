/**
 * How long until the next code may be asked for, for each act that a code is for and each address (decision D9.413). Its end is kept in the
 * browser, so that it goes on where the screen is left and come back to, and over a reload; whose it is only in the page, since no address is ever
 * put into the browser's store: behind a reload, or where another tab has asked, it holds for every address of the kind.
 */
import { useState } from 'preact/hooks';
import type { AccountKind } from '#domain/registration.ts';
import type { CodePurpose } from '#rest/credentials.ts';
import { storage } from '../browser/storage.ts';
import { useSecondsLeft, waitS } from '../requests/seconds-left.ts';

/** When the wait ends, by the wall clock, which alone outlives a reload. */
const keyOf = (purpose: CodePurpose, kind: AccountKind): string => `code_wait_${purpose}_${kind}`;

type CodeWait = {
  /** 0: a code may be asked for. */
  readonly leftS: number;
  /** A code was sent just now; `seconds`: the wait that the server names, if it does. */
  begin(seconds: number | undefined): void;
};

/** What this page has begun: the end that it stored last under a key, and the ends of the addresses. */
const begun = new Map<string, { readonly stored: string; readonly ends: ReadonlyMap<string, number> }>();

function endOf(key: string, address: string): number {
  const stored = storage.get(key);
  const own = begun.get(key);
  // While none is typed nobody is held up, and what was begun last is told.
  return address !== '' && own && own.stored === stored ? (own.ends.get(address) ?? 0) : Number(stored);
}

function keepEnd(key: string, address: string, endMs: number): void {
  const own = begun.get(key);
  // Of those that are over nothing is kept.
  const ends = own?.stored === storage.get(key) ? [...own.ends].filter(([, end]) => end > Date.now()) : [];
  begun.set(key, { stored: String(endMs), ends: new Map([...ends, [address, endMs]]) });
  storage.set(key, String(endMs));
}

/** Follows the seconds that are left for an address, as it is typed. */
export function useCodeWait(purpose: CodePurpose, kind: AccountKind, address: string): CodeWait {
  const key = keyOf(purpose, kind);
  const redraw = useState(0)[1];
  const endMs = endOf(key, address);
  return {
    leftS: useSecondsLeft(endMs),
    begin(seconds) {
      const end = Date.now() + waitS(seconds) * 1_000;
      keepEnd(key, address, end);
      redraw((count) => count + 1);
    },
  };
}
