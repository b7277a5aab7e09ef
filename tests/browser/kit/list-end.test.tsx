/** The end of a list on a page that is busy: it hears late, and of several changes at once, where its end is. */
import { render } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { List } from '#ui/kit/list.tsx';

afterEach(() => vi.unstubAllGlobals());

it('asks for the next page by the last of the changes that it hears of together', async () => {
  let report: (entries: readonly { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(heard: typeof report) {
        report = heard;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const more = vi.fn(async () => undefined);
  const texts = { loading: 'Loading', empty: 'Empty', noMore: 'No more', failed: 'Failed', retry: 'Retry' };
  render(
    <List label="Rows" items={[1]} keyOf={(item) => item} status="more" onMore={more} texts={texts}>
      {(item) => <p>{item}</p>}
    </List>,
  );
  await expect.poll(() => report.length).toBe(1);
  report([{ isIntersecting: true }, { isIntersecting: false }]);
  expect(more).toHaveBeenCalledTimes(0);
  report([{ isIntersecting: false }, { isIntersecting: true }]);
  expect(more).toHaveBeenCalledTimes(1);
});
