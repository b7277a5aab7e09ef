import { type Signal, signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazySheet } from '#ui/lazy/lazy-sheet.tsx';
import { usePreload } from '#ui/screens/trade/use-preload.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What has been fetched so far, and a sheet that notes it there. */
function sheets() {
  const fetched: string[] = [];
  const sheetOf = (name: string) =>
    lazySheet<{ open: Signal<boolean> }>(async () => {
      fetched.push(name);
      return ({ open }) => (open.value ? <p>{name}</p> : null);
    });
  return { fetched, sheetOf };
}

it('sheets of a page that has stood for a while are made ready one at a time, and open in the drawing that follows the first tap', async () => {
  const { fetched, sheetOf } = sheets();
  const [first, second] = [sheetOf('first'), sheetOf('second')];
  const open = signal(false);
  function Page() {
    usePreload(first, second);
    return <first.View open={open} />;
  }
  render(<Page />);
  vi.advanceTimersByTime(4_999);
  expect(fetched).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(fetched).toEqual(['first']);
  await Promise.resolve();
  open.value = true;
  await Promise.resolve();
  expect(screen.queryByText('first')).not.toBeNull();
  vi.advanceTimersByTime(500);
  expect(fetched).toEqual(['first', 'second']);
});

it('a page that is gone before fetches no sheet ahead', () => {
  const { fetched, sheetOf } = sheets();
  const only = sheetOf('only');
  function Page() {
    usePreload(only);
    return null;
  }
  render(<Page />).unmount();
  vi.advanceTimersByTime(20_000);
  expect(fetched).toEqual([]);
});
