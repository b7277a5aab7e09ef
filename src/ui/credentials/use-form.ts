/**
 * A form on screen: what is typed, what is to be said at which field, and the sending. What is wrong is said from the first press of the
 * button on, and nothing is sent while anything is; what the server refuses stands at its field until something else is typed.
 */
import { batch, effect, type ReadonlySignal, type Signal, signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ERROR } from '#protocol/errors.ts';
import { isQuietFailure } from '#rest/call-error.ts';
import { type Key, t } from '../language/i18n.ts';
import { refusalCode, refusalText } from '../requests/refusal.ts';
import { whenBack } from '../requests/when-back.ts';

export type Values<F extends string> = Readonly<Record<F, string>>;
/** What is wrong, by field. */
export type Problems<F extends string> = { readonly [field in F]?: Key | undefined };
/** Why the server would not: the field that it is about, if it is about one of the form's, and words of one's own for it. */
export type Refused<F extends string> = {
  readonly field?: F | undefined;
  readonly text?: string | undefined;
  /** It stands at a field of a part that the form does not hold. */
  readonly isSaid?: boolean;
};

type FormParts<F extends string, T> = {
  readonly start: Values<F>;
  problems(values: Values<F>): Problems<F>;
  /** Looks at parts that the form does not hold; true when they may be sent. */
  checkParts?(): boolean;
  send(values: Values<F>): Promise<T>;
  /** Called with the answer while the form is still on screen. */
  onDone?(answer: T): void;
  /** Called with what was refused, before it is said. */
  onRefused?(error: unknown): Refused<F> | undefined;
};

export type Form<F extends string> = {
  readonly values: Readonly<Record<F, Signal<string>>>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** What the server refused that belongs to no field. */
  refusal(): string | undefined;
  /** True where that is for want of a verified name. */
  isRealNameNeeded(): boolean;
  /** What is to be said at a field. Reads signals. */
  problem(field: F): string | undefined;
  /** Says what is wrong with some of the fields; true when nothing is. */
  check(...fields: readonly F[]): boolean;
  /** Nothing of these is judged any more, or nothing at all: what is shown now nobody has sent yet. */
  forget(...fields: readonly F[]): void;
  /** Empties everything: it was taken, and nothing of it is to be sent again. */
  clear(): void;
  /** Says what a call beside the form's own was refused for. */
  refuse(error: unknown, refused?: Refused<F>): void;
  submit(event: Event): Promise<void>;
};

export function useForm<F extends string, T>(parts: FormParts<F, T>): Form<F> {
  const latest = useRef(parts);
  latest.current = parts;
  const fields = useMemo(() => Object.keys(parts.start) as F[], []);
  const values = useMemo(() => Object.fromEntries(fields.map((field) => [field, signal(parts.start[field])])) as Form<F>['values'], []);
  const judged = useSignal<readonly F[]>([]);
  const refused = useSignal<{ field: F | undefined; text: string; code: number | string } | undefined>(undefined);
  const isBusy = useSignal(false);
  const isHere = useIsHere();
  const typed = (): Values<F> => Object.fromEntries(fields.map((field) => [field, values[field].value])) as Values<F>;
  // What is refused is refused as it was typed; at once, since what is emptied by a refusal must not take its words away.
  useEffect(
    () =>
      effect(() => {
        typed();
        refused.value = undefined;
      }),
    [],
  );
  const check: Form<F>['check'] = (...asked) => {
    judged.value = [...new Set([...judged.peek(), ...asked])];
    const found = latest.current.problems(typed());
    return asked.every((field) => found[field] === undefined);
  };
  const refuse: Form<F>['refuse'] = (error, why = {}) => {
    if (isQuietFailure(error) || why.isSaid) return;
    const said = { field: why.field, text: why.text ?? refusalText(error), code: refusalCode(error) };
    refused.value = said;
    whenBack(error, () => {
      if (refused.peek() === said) refused.value = undefined;
    });
  };
  return {
    values,
    isBusy,
    check,
    refuse,
    forget: (...left) => (judged.value = judged.peek().filter((field) => left.length > 0 && !left.includes(field))),
    clear() {
      batch(() => {
        for (const field of fields) values[field].value = parts.start[field];
        judged.value = [];
      });
    },
    refusal: () => (refused.value && refused.value.field === undefined ? refused.value.text : undefined),
    isRealNameNeeded: () => refused.value?.code === ERROR.realNameRequired,
    problem(field) {
      if (refused.value?.field === field) return refused.value.text;
      const key = judged.value.includes(field) ? parts.problems(typed())[field] : undefined;
      return key && t(key);
    },
    async submit(event) {
      event.preventDefault();
      if (isBusy.peek()) return;
      const form = event.currentTarget;
      refused.value = undefined;
      isBusy.value = true;
      try {
        const isFine = check(...fields);
        if ((latest.current.checkParts?.() ?? true) && isFine) {
          const answer = await latest.current.send(typed());
          if (isHere.current) latest.current.onDone?.(answer);
        }
      } catch (error) {
        refuse(error, latest.current.onRefused?.(error));
      } finally {
        isBusy.value = false;
        if (isHere.current) showProblem(form);
      }
    },
  };
}

/** False once the component has gone. */
function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** The first field with a problem takes the focus once the problem is drawn; without one what is said above the form comes into sight. */
function showProblem(form: EventTarget | null): void {
  if (!(form instanceof HTMLElement)) return;
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  });
}
