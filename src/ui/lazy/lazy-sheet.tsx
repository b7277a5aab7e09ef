import { type Signal, useSignalEffect } from '@preact/signals';
import { type FunctionComponent, h } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { PageActive } from '../navigation/page-active.ts';
import { lazyCode } from './lazy-code.ts';
import { useLazy } from './use-lazy.ts';

type OpenProps = { open: Signal<boolean> };
type LazySheet<P extends OpenProps> = {
  /** In the page from the start; shows nothing until it is opened. `onFailed`: it was opened, and its code could not be had. */
  readonly View: FunctionComponent<P & { onFailed?: () => void }>;
  /** Fetches the code ahead of time; a failure is silent, since opening tries again. */
  preload(): void;
};

/** A sheet or drawer whose code is fetched where `preload` is called, at the latest when it is opened. */
export function lazySheet<P extends OpenProps>(fetchSheet: () => Promise<FunctionComponent<P>>): LazySheet<P> {
  const code = lazyCode(fetchSheet);
  function View({ onFailed, ...props }: P & { onFailed?: () => void }) {
    const isOpen = props.open.value;
    const wasOpened = useRef(false);
    wasOpened.current ||= isOpen;
    const { here, hasFailed } = useLazy(code, isOpen);
    const close = () => {
      props.open.value = false;
    };
    useEffect(() => {
      if (!hasFailed || !isOpen) return;
      close();
      onFailed?.();
    }, [hasFailed]);
    // One that is still on its way must not open over another page. Those that are open are closed by the page's frame.
    const active = useContext(PageActive);
    useSignalEffect(() => (active.value ? close : undefined));
    // A closed one stays, so that it can slide out.
    return here && wasOpened.current ? h(here, props as unknown as P) : null;
  }
  return { View, preload: () => void code.load().catch(() => undefined) };
}
