/**
 * How long until the next code may be asked for, for each act that a code is for and each kind of address (decision D9.373). Kept in the
 * browser, so that it goes on where the screen is left and come back to, and over a reload.
 */
import { useEffect, useState } from 'preact/hooks';
import type { AccountKind } from '#domain/registration.ts';
import type { CodePurpose } from '#rest/credentials.ts';
import { storage } from '../browser/storage.ts';

/** Where the server names no wait (specification S1 section 9). */
const WAIT_S = 60;
/** A server that says more than an hour is not waited for: it says so again. */
const WAIT_S_MAX = 3_600;
/** Later than the turn of the second, so that a timer which comes a little early has not to come again. */
const AFTER_TURN_MS = 5;

/** Seconds until the next code; `named`: by the server, if it does. */
export const codeWaitS = (named: number | undefined): number => (named !== undefined && named >= 0 && named <= WAIT_S_MAX ? named : WAIT_S);

/** When the wait ends, by the wall clock, which alone outlives a reload. */
const keyOf = (purpose: CodePurpose, kind: AccountKind): string => `code_wait_${purpose}_${kind}`;

/** Whole seconds that are left until `endMs`, rounded up. A clock that was set back makes nobody wait for more than the longest wait. */
export function waitLeftS(endMs: number, nowMs: number): number {
  const leftS = Math.ceil((endMs - nowMs) / 1_000);
  return leftS > 0 && leftS <= WAIT_S_MAX ? leftS : 0;
}

type CodeWait = {
  /** 0: a code may be asked for. */
  readonly leftS: number;
  /** A code was sent just now; `seconds`: the wait that the server names, if it does. */
  begin(seconds: number | undefined): void;
};

/** Follows the seconds that are left. */
export function useCodeWait(purpose: CodePurpose, kind: AccountKind): CodeWait {
  const key = keyOf(purpose, kind);
  const [endMs, setEndMs] = useState(() => Number(storage.get(key)));
  const redraw = useState(0)[1];
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
      storage.set(key, String(end));
      setEndMs(end);
    },
  };
}
