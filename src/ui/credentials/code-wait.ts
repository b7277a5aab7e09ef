/**
 * How long until the next code may be asked for, for each act that a code is for and each address (decision D9.413). Its end is kept in the
 * browser, so that it goes on where the screen is left and come back to, and over a reload; whose it is only in the page, since no address is ever
 * put into the browser's store: behind a reload, or where another tab has asked, it holds for every address of the kind.
 */
import { useEffect, useState } from 'preact/hooks';
import type { AccountKind } from '#domain/registration.ts';
import type { CodePurpose } from '#rest/credentials.ts';
import { RETRY_AFTER_S_MAX } from '#rest/retry-after.ts';
import { storage } from '../browser/storage.ts';

/** Where the server names no wait (specification S1 section 9). */
const WAIT_S = 60;
/** Later than the turn of the second, so that a timer which comes a little early has not to come again. */
const AFTER_TURN_MS = 5;

/** Seconds until the next code; `named`: by the server, if it does. */
export const codeWaitS = (named: number | undefined): number =>
  named !== undefined && named >= 0 && named <= RETRY_AFTER_S_MAX ? named : WAIT_S;

/** When the wait ends, by the wall clock, which alone outlives a reload. */
const keyOf = (purpose: CodePurpose, kind: AccountKind): string => `code_wait_${purpose}_${kind}`;

/** Whole seconds that are left until `endMs`, rounded up. A clock that was set back makes nobody wait for more than the longest wait. */
export function waitLeftS(endMs: number, nowMs: number): number {
  const leftS = Math.ceil((endMs - nowMs) / 1_000);
  return leftS > 0 && leftS <= RETRY_AFTER_S_MAX ? leftS : 0;
}

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
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      redraw((count) => count + 1);
      if (waitLeftS(endMs, Date.now()) > 0) timer = setTimeout(look, ((endMs - Date.now()) % 1_000) + AFTER_TURN_MS);
    };
    look();
    // Timers of a hidden page come late.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [endMs]);
  return {
    leftS: waitLeftS(endMs, Date.now()),
    begin(seconds) {
      const end = Date.now() + codeWaitS(seconds) * 1_000;
      keepEnd(key, address, end);
      redraw((count) => count + 1);
    },
  };
}
