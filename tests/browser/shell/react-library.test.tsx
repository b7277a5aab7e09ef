import { cleanup, render } from '@testing-library/preact';
import type { ComponentType, VNode } from 'preact';
import { VList } from 'virtua';
import { afterEach, expect, it } from 'vitest';

afterEach(cleanup);

/** virtua is written for React; its types speak of React's nodes, which are Preact's at run time. */
const List = VList as unknown as ComponentType<{ style: Record<string, string | number>; children: VNode[] }>;

it('a React library runs on preact/compat: virtua shows a window of ten thousand rows and follows the scroll', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => (
    <div key={index} class="row">
      Row {index}
    </div>
  ));
  const { container } = render(<List style={{ height: '300px' }}>{rows}</List>);
  const shown = () => [...container.querySelectorAll('.row')].map((row) => Number(row.textContent?.slice(4)));
  await expect.poll(() => shown().length).toBeGreaterThan(5);
  expect(shown().length).toBeLessThan(100);
  const scroller = container.firstElementChild as HTMLElement;
  scroller.scrollTop = scroller.scrollHeight / 2;
  await expect.poll(() => Math.min(...shown())).toBeGreaterThan(3_000);
  expect(shown().length).toBeLessThan(100);
});
