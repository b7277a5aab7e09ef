/** A writable signal that stands for a value held elsewhere: writes go to `onWrite`, `show` brings the held value back. */
import { type Signal, signal } from '@preact/signals';

type FormSignal = { readonly signal: Signal<string>; onWrite: (text: string) => void; show(text: string): void };

export function formSignal(start: string): FormSignal {
  const field = signal(start);
  let shown = start;
  const self: FormSignal = {
    signal: field,
    onWrite: () => undefined,
    show(text) {
      shown = text;
      field.value = text;
    },
  };
  field.subscribe((text) => {
    if (text === shown) return;
    shown = text;
    self.onWrite(text);
  });
  return self;
}
