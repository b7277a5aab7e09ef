import { signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { List, type ListStatus } from '#ui/kit/list.tsx';
import { PullToRefresh } from '#ui/kit/pull-to-refresh.tsx';
import { type Pages, usePages } from '#ui/state/pages.ts';
import '#ui/tokens.css';
import { problemsOf } from '../support/axe.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const texts = { loading: 'Loading', empty: 'No data yet', noMore: 'No more', failed: 'This could not be loaded', retry: 'Retry' };
const show = (items: readonly number[], status: ListStatus, extra = {}) =>
  render(
    <List label="Rows" items={items} keyOf={(item) => item} status={status} texts={texts} {...extra}>
      {(item) => <p class="row">Row {item}</p>}
    </List>,
  );

describe('list', () => {
  it('says that it is empty, finished, or failed with a retry', async () => {
    show([], 'done');
    screen.getByText('No data yet');
    cleanup();
    show([1], 'done');
    screen.getByText('No more');
    cleanup();
    const onRetry = vi.fn();
    show([1], 'failed', { onRetry });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(await problemsOf(document.body)).toEqual([]);
  });

  it('shows grey rows of its own height while the first page loads', () => {
    show([], 'loading', { skeleton: { rows: 4, kind: 'card' } });
    expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(4);
    expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true');
  });
});

describe('a list of pages', () => {
  const TALL = 400;
  let pages: Pages<number, { items: number[]; total: number }>;
  const read = vi.fn<(page: number) => Promise<{ items: number[]; total: number }>>();
  let number = 0;
  const Rows = ({ name }: { name: string }) => {
    pages = usePages({ key: ['rows', name], read, keyOf: (item) => item });
    return (
      <List
        label="Rows"
        items={pages.items.value}
        keyOf={(item) => item}
        status={pages.status.value}
        onMore={pages.more}
        onRetry={pages.retry}
        texts={texts}
      >
        {(item) => <p ref={(node) => node?.style.setProperty('height', `${TALL}px`)}>Row {item}</p>}
      </List>
    );
  };
  const open = () => render(<Rows name={`list ${++number}`} />);
  const rows = () => screen.queryAllByRole('listitem').length;

  it('S2-7.01 starts with page 1, reads on as its end comes near, and asks for nothing once the total is there', async () => {
    read.mockReset().mockImplementation(async (page) => ({ items: page < 3 ? [page * 10, page * 10 + 1] : [30], total: 5 }));
    open();
    await expect.poll(rows).toBe(2);
    for (let step = 0; step < 3; step++) {
      // A thumb goes on: rows that have just come may have taken the end out of sight again.
      const rowsAtTheEnd = () => {
        scrollTo(0, document.documentElement.scrollHeight);
        return rows();
      };
      await expect.poll(rowsAtTheEnd).toBeGreaterThan(step === 0 ? 2 : 4);
      await expect.poll(() => document.querySelector('.list-end')).not.toBeNull();
    }
    await expect.poll(() => screen.queryByText('No more')).not.toBeNull();
    expect(read.mock.calls.map(([page]) => page)).toEqual([1, 2, 3]);
    scrollTo(0, 0);
    scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('S1-8.14 a failed page ends the list: no further request until a person asks', async () => {
    read.mockReset().mockImplementation(async (page) => {
      if (page === 2) throw new Error('HTTP_500');
      return { items: [1, 2], total: 9 };
    });
    open();
    await expect.poll(rows).toBe(2);
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => screen.queryByText(/could not be loaded/)).not.toBeNull();
    expect(read).toHaveBeenCalledTimes(2);
    scrollTo(0, 0);
    scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(read).toHaveBeenCalledTimes(2);
    read.mockImplementation(async () => ({ items: [3], total: 3 }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(rows).toBe(3);
  });

  it('an empty page past the end finishes a list whose total was wrong', async () => {
    read.mockReset().mockImplementation(async (page) => ({ items: page === 1 ? [1, 2] : [], total: 50 }));
    open();
    await expect.poll(rows).toBe(2);
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => screen.queryByText('No more')).not.toBeNull();
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('pull to refresh', () => {
  const touch = (node: Element, type: string, y: number) =>
    node.dispatchEvent(
      new TouchEvent(type, {
        bubbles: true,
        cancelable: true,
        touches: type === 'touchend' ? [] : [new Touch({ identifier: 1, target: node, clientX: 10, clientY: y })],
      }),
    );

  it('S1-9.07 closes 500 ms after the data came', async () => {
    let deliver: () => void = () => undefined;
    const onRefresh = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          deliver = resolve;
        }),
    );
    render(
      <PullToRefresh onRefresh={onRefresh} label="Refreshing">
        <p>Content</p>
      </PullToRefresh>,
    );
    const node = document.querySelector('.pull') as HTMLElement;
    scrollTo(0, 0);
    touch(node, 'touchstart', 100);
    touch(node, 'touchmove', 300);
    touch(node, 'touchend', 300);
    await expect.poll(() => node.getAttribute('aria-busy')).toBe('true');
    expect(onRefresh).toHaveBeenCalledOnce();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    deliver();
    await vi.advanceTimersByTimeAsync(499);
    expect(node.getAttribute('aria-busy')).toBe('true');
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(() => node.getAttribute('aria-busy')).toBe('false');
  });

  it('a short pull, or a pull from further down the page, asks for nothing', () => {
    const onRefresh = vi.fn(async () => undefined);
    const seen = signal('');
    render(
      <PullToRefresh onRefresh={onRefresh} label="Refreshing">
        <p>{seen}</p>
      </PullToRefresh>,
    );
    const node = document.querySelector('.pull') as HTMLElement;
    touch(node, 'touchstart', 100);
    touch(node, 'touchmove', 140);
    touch(node, 'touchend', 140);
    expect(onRefresh).not.toHaveBeenCalled();
  });
});
