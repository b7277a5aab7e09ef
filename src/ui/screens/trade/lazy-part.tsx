import type { Signal } from '@preact/signals';
import { type FunctionComponent, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type OpenProps = { open: Signal<boolean> };
type LazyPart<P extends OpenProps> = {
  /** Stands in the page from the start, shows nothing until it is opened. `onFailed`: opened, and the code could not be had. */
  readonly Part: FunctionComponent<P & { onFailed?: () => void }>;
  /** Fetches the code ahead of time; a failure is silent, since opening tries again. */
  preload(): void;
};

/** A sheet or drawer whose code comes by itself: ahead of time where `preload` is called, at the latest when it is opened. */
export function lazyPart<P extends OpenProps>(fetchPart: () => Promise<FunctionComponent<P>>): LazyPart<P> {
  let part: FunctionComponent<P> | undefined;
  let loading: Promise<void> | undefined;
  const load = (): Promise<void> => {
    loading ??= fetchPart().then(
      (found) => {
        part = found;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Part({ onFailed, ...props }: P & { onFailed?: () => void }) {
    const isOpen = props.open.value;
    const wasOpened = useRef(false);
    wasOpened.current ||= isOpen;
    const [, showLoaded] = useState(0);
    useEffect(() => {
      if (!isOpen || part) return;
      const fail = () => {
        props.open.value = false;
        onFailed?.();
      };
      void load().then(() => showLoaded(1), fail);
    }, [isOpen]);
    // A closed one stays, so that it can slide out.
    return part && wasOpened.current ? h(part, props as unknown as P) : null;
  }
  return { Part, preload: () => void load().catch(() => undefined) };
}
