import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Skeleton } from './skeleton.tsx';
import './list.css';

/** `loading`: nothing to show yet; `more`: there is a next page; `done`: all is here; `failed`: the last load failed and none follows by itself. */
export type ListStatus = 'loading' | 'more' | 'done' | 'failed';

type ListProps<T> = {
  /** Accessible name. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string | number;
  children: (item: T) => ComponentChildren;
  status: ListStatus;
  /** Asked when the end comes near; never while a call is under way, after `done` or after `failed`. */
  onMore?: () => Promise<unknown> | undefined;
  /** Asked when a person taps "retry" after a failure. */
  onRetry?: () => void;
  texts: { loading: string; empty: string; noMore: string; failed: string; retry: string };
  /** The one action of an empty list. */
  emptyAction?: ComponentChildren;
  skeleton?: { rows: number; kind: 'row' | 'card' };
};

/** A list that loads its next page when its end comes near, and says when it is empty, finished or failed. */
export function List<T>(props: ListProps<T>) {
  const { items, status, texts, skeleton = { rows: 10, kind: 'row' } } = props;
  if (items.length === 0) {
    if (status === 'loading' || status === 'more') return <Skeleton rows={skeleton.rows} kind={skeleton.kind} label={texts.loading} />;
    if (status === 'failed') {
      return <Empty kind="failed" icon="warning" text={texts.failed} action={<Button onClick={props.onRetry}>{texts.retry}</Button>} />;
    }
    return <Empty text={texts.empty} action={props.emptyAction} />;
  }
  return (
    <>
      <ul class="list" aria-label={props.label}>
        {items.map((item) => (
          <li key={props.keyOf(item)}>{props.children(item)}</li>
        ))}
      </ul>
      <ListEnd status={status} texts={texts} onMore={props.onMore} onRetry={props.onRetry} />
    </>
  );
}

type EndProps = Pick<ListProps<unknown>, 'status' | 'texts'> & {
  onMore: (() => Promise<unknown> | undefined) | undefined;
  onRetry: (() => void) | undefined;
};

function ListEnd({ status, texts, onMore, onRetry }: EndProps) {
  if (status === 'failed') {
    return (
      <div class="list-end" role="alert">
        {texts.failed}
        <Button kind="quiet" onClick={onRetry}>
          {texts.retry}
        </Button>
      </div>
    );
  }
  if (status === 'more' && onMore) return <Sentinel onMore={onMore} label={texts.loading} />;
  return <p class="list-end">{status === 'done' ? texts.noMore : texts.loading}</p>;
}

/** Lies behind the last row; coming within 300 px of the screen asks for the next page, one call at a time. */
function Sentinel({ onMore, label }: { onMore: () => Promise<unknown> | undefined; label: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const node = ref.current;
    if (!node) return undefined;
    let isBusy = false;
    const ask = async () => {
      isBusy = true;
      await Promise.resolve(latest.current()).catch(() => undefined);
      isBusy = false;
      // Observing anew reports once more, for the case that the page was shorter than the screen.
      observer.unobserve(node);
      observer.observe(node);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page hears of several changes at once: the last is how it stands.
        if (entries.at(-1)?.isIntersecting && !isBusy) void ask();
      },
      { rootMargin: '300px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={ref} class="list-end" role="status">
      {label}
    </p>
  );
}
