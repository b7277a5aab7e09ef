import { effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './live-text.css';

/** What an element follows by itself, between renders. */
export type Followed = {
  /** Ready text. */
  readonly text: ReadonlySignal<string>;
  /** 'up' | 'down' | '' by the sign of the number. */
  readonly tone?: ReadonlySignal<string> | undefined;
  /** 'up' | 'down' | '' for a moment after a move. */
  readonly flash?: ReadonlySignal<string> | undefined;
};

type LiveTextProps = Followed & {
  readonly class: string;
  /** Marks the price of a product for anyone who drives the page. */
  readonly symbol?: string | undefined;
};

/**
 * A text that follows a signal. Signals put into JSX pass through four others each before they reach their node; at twenty rows and
 * sixty frames a second that is most of what the page does, so this writes the node where the signal changes.
 */
export function LiveText({ class: name, symbol, text, tone, flash }: LiveTextProps) {
  const ref = useRef<HTMLSpanElement>(null);
  // What a render puts there and what is written here are the same newest values, so neither undoes the other.
  useLayoutEffect(() => {
    const span = ref.current as HTMLSpanElement;
    const node = span.firstChild as Text;
    const stops = [
      effect(() => {
        node.data = text.value;
      }),
      tone && effect(() => span.setAttribute('data-tone', tone.value)),
      flash && effect(() => span.setAttribute('data-flash', flash.value)),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [text, tone, flash]);
  return (
    <span ref={ref} class={`${name} live`} data-symbol={symbol} data-tone={tone?.peek()} data-flash={flash?.peek()}>
      {text.peek()}
    </span>
  );
}
