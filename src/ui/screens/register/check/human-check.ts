/**
 * What a registration is proved by where no code is sent: a picture to read, or in its place a puzzle that the device works on by itself and
 * that needs no eyes. Either is good for one try.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { captcha, puzzle } from '#rest/credentials.ts';
import { useLinkReturn } from '../../../lazy/link-return.ts';
import { request } from '../../../requests/request.ts';

/** A picture in itself: never an address, and none that could hold a script. */
const PICTURE = /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/;
const QUIET = { silent: true } as const;

type CheckWay = 'picture' | 'puzzle';
/** `id` of what the answer is to: '' where there is nothing to answer. */
export type PictureState =
  | { readonly is: 'loading'; readonly id: '' }
  | { readonly is: 'picture'; readonly id: string; readonly source: string };
export type ProgressState = { readonly is: 'working' | 'failed'; readonly id: '' } | { readonly is: 'solved'; readonly id: string };

export type HumanCheck = {
  readonly state: ReadonlySignal<PictureState | ProgressState>;
  readonly way: ReadonlySignal<CheckWay>;
  /** A new picture, or a new puzzle: what was there is of no use any more. */
  renew(): void;
  choose(way: CheckWay): void;
};

/** `answer`: what is read from the picture is typed into it; the answer to a puzzle is put there. */
export function useHumanCheck(answer: Signal<string>, isWanted: boolean): HumanCheck {
  const check = useMemo(() => createCheck(answer), []);
  useEffect(() => {
    if (!isWanted) return undefined;
    check.renew();
    return check.stop;
  }, [isWanted]);
  useLinkReturn(() => check.state.peek().is === 'failed' && check.renew());
  return check;
}

function createCheck(answer: Signal<string>): HumanCheck & { stop(): void } {
  const state = signal<PictureState | ProgressState>({ is: 'loading', id: '' });
  const way = signal<CheckWay>('picture');
  /** Goes up with every begin: what comes late belongs to nobody. */
  let turn = 0;

  const run = async (): Promise<void> => {
    const own = ++turn;
    const isWanted = () => own === turn;
    answer.value = '';
    const isPicture = way.peek() === 'picture';
    state.value = { is: isPicture ? 'loading' : 'working', id: '' };
    const found = await (isPicture ? readPicture() : workOnPuzzle(isWanted)).catch(() => undefined);
    if (!isWanted()) return;
    if (found?.is === 'solved') answer.value = found.answer;
    state.value = found ?? { is: 'failed', id: '' };
  };
  return {
    state,
    way,
    renew: () => void run(),
    choose(chosen) {
      way.value = chosen;
      void run();
    },
    stop() {
      turn++;
    },
  };
}

async function readPicture() {
  const { id, b64s: source } = await captcha(request, QUIET);
  return PICTURE.test(source) ? ({ is: 'picture', id, source } as const) : undefined;
}

async function workOnPuzzle(isWanted: () => boolean) {
  const { id, ...asked } = await puzzle(request, QUIET);
  const answer = await solvePuzzleOf(asked, isWanted);
  return answer === undefined ? undefined : ({ is: 'solved', id, answer } as const);
}

/** Behind whatever else waits: what goes on at once (`scheduler.yield`) would let nobody else in for as long as the puzzle takes. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Its code comes when somebody asks for a puzzle. */
async function solvePuzzleOf(asked: { salt: string; bits: number }, isWanted: () => boolean): Promise<string | undefined> {
  const { solvePuzzle } = await import('./solve-puzzle.ts');
  return solvePuzzle(asked, { isWanted, nowMs: () => performance.now(), pause });
}
