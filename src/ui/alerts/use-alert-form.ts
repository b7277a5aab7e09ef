/** An alert while its sheet is open: what is typed, what is to be said at which field, and the sending. */
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { AlertField, AlertRepeat, AlertTerms, PriceAlert } from '#domain/price-alert.ts';
import type { Product } from '#domain/product.ts';
import { clientId } from '#rest/client-id.ts';
import { quoteOf } from '../state/quotes.ts';
import { type AlertRefusal, sendAlertDelete, sendAlertEdit, sendNewAlert } from './alert-calls.ts';
import { type AlertForm, alertEditOf, alertFormOf, type FormScene, formProblem, newAlertForm, priceAway, termsOf } from './alert-form.ts';
import { useAlerts } from './alert-lists.ts';
import { problemText } from './alert-problem-text.ts';

/** Where a new alert begins when nobody has pointed at a price: so many percent above the newest. */
const START_PERCENT = 0.5;
/** The fields of each way; what is refused of any other thing is said above the button. */
const SHOWN: Readonly<Record<AlertForm['way'], readonly AlertField[]>> = { price: ['price'], move: ['percent', 'windowS'] };

type AlertFields = {
  readonly way: Signal<AlertForm['way']>;
  readonly price: Signal<string>;
  readonly percent: Signal<string>;
  readonly windowS: Signal<string>;
  readonly repeat: Signal<AlertRepeat>;
};
export type AlertEditing = {
  readonly fields: AlertFields;
  readonly form: ReadonlySignal<AlertForm>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Whether something is said at a field that can be seen to be wrong: until it is mended nothing can be sent. */
  readonly isWrong: boolean;
  /** A refusal of the server that belongs to no field that is shown. */
  readonly refusal: string | undefined;
  /**
   * What is to be said at a field, if anything: the server's refusal, or what can be seen to be wrong, from the first press of the button on; that
   * a price has too many digits, is too large or nothing, at once, since no further digit mends it.
   */
  problemAt(field: AlertField): string | undefined;
  /** True when it is done. */
  save(): Promise<boolean>;
  remove(): Promise<boolean>;
};

/** `alert`: the one that is edited, none for a new one. `price`: that somebody has pointed at, as text. */
export function useAlertForm(product: Product, alert: PriceAlert | undefined, price: string | undefined): AlertEditing {
  const { id: productId, pricePrecision } = product;
  const { close } = quoteOf(productId);
  const own = useAlerts().data;
  // What the person set out from: it may be edited elsewhere meanwhile.
  const opened = useMemo(() => alert, []);
  const fields = useFields(() =>
    opened ? alertFormOf(opened, pricePrecision) : newAlertForm(price ?? priceAway(close.peek(), START_PERCENT, pricePrecision)),
  );
  const form = useComputed<AlertForm>(() => ({
    way: fields.way.value,
    price: fields.price.value,
    percent: fields.percent.value,
    windowS: Number(fields.windowS.value),
    repeat: fields.repeat.value,
  }));
  const scene = useComputed<FormScene>(() => ({
    ...{ productId, pricePrecision, now: close.value },
    others: (own.value ?? []).filter(({ id }) => id !== opened?.id),
  }));
  const isJudged = useSignal(false);
  const { isBusy, refused, run } = useSending();
  const key = useKey();
  const found = formProblem(form.value, scene.value, opened);
  const { field, text } = refused.value ?? {};
  const isShown = field !== undefined && SHOWN[form.value.way].includes(field);
  // Of a price above 1 nobody has begun to type one with a zero.
  const isZero = found?.why === 'missing' && form.value.price !== '' && scene.value.now >= 1;
  const isBeyond = found?.field === 'price' && (found.why === 'too-fine' || found.why === 'too-large' || isZero);
  return {
    fields,
    form,
    isBusy,
    isWrong: found !== undefined && (isJudged.value || isBeyond),
    refusal: isShown ? undefined : text,
    problemAt: (at) =>
      isShown && field === at ? text : (isJudged.value || isBeyond) && found?.field === at ? problemText(found, pricePrecision) : undefined,
    async save() {
      isJudged.value = true;
      if (formProblem(form.peek(), scene.peek(), opened)) return false;
      const [wanted, beside] = [form.peek(), scene.peek()];
      if (opened) return run(() => sendAlertEdit(opened.id, alertEditOf(wanted, opened, beside)));
      const terms = termsOf(wanted, beside);
      return run(async () => {
        const refusal = await sendNewAlert(terms, key.of(terms));
        if (refusal?.isAnswer) key.forget();
        return refusal;
      });
    },
    remove: async () => opened !== undefined && run(() => sendAlertDelete(opened.id)),
  };
}

function useFields(first: () => AlertForm): AlertFields {
  const start = useMemo(first, []);
  return {
    way: useSignal(start.way),
    price: useSignal(start.price),
    percent: useSignal(start.percent),
    windowS: useSignal(String(start.windowS)),
    repeat: useSignal(start.repeat),
  };
}

/** One call at a time; its refusal stays until the next. */
function useSending() {
  const isBusy = useSignal(false);
  const refused = useSignal<AlertRefusal | undefined>(undefined);
  const run = async (send: () => Promise<AlertRefusal | undefined>): Promise<boolean> => {
    if (isBusy.peek()) return false;
    isBusy.value = true;
    refused.value = undefined;
    try {
      refused.value = await send();
    } finally {
      isBusy.value = false;
    }
    return refused.peek() === undefined;
  };
  return { isBusy, refused, run };
}

/** The same terms go out under the same key however often they are sent until they are answered, others under another. */
function useKey(): { of(terms: AlertTerms): string; forget(): void } {
  const last = useRef({ said: '', key: '' });
  return {
    of(terms) {
      const said = Object.values(terms).join();
      if (said !== last.current.said) last.current = { said, key: clientId((bytes) => crypto.getRandomValues(new Uint8Array(bytes))) };
      return last.current.key;
    },
    forget() {
      last.current = { said: '', key: '' };
    },
  };
}
