import { type Signal, useComputed, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formSignal } from './form-signal.ts';

/** A signal for a field of the kit: shows what the form holds, hands what is typed to the form. */
export function useFormSignal(read: () => string, write: (text: string) => void): Signal<string> {
  const source = useComputed(read);
  const field = useMemo(() => formSignal(source.peek()), []);
  field.onWrite = write;
  useSignalEffect(() => field.show(source.value));
  return field.signal;
}
