import { type Signal, signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PullToRefresh } from '#ui/kit/pull-to-refresh.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SideDrawer } from '#ui/kit/side-drawer.tsx';
import { followLink, navigate } from '#ui/navigation/navigate.ts';
import '#ui/tokens.css';
import { drag, middleOf } from '../support/fingers.ts';

let first: Signal<boolean>;
let second: Signal<boolean>;
let entries: number;

/** A long page with a sheet, and a sheet that opens out of it. */
function Page() {
  return (
    <main>
      <div style={{ blockSize: '3000px' }}>A long page</div>
      <Sheet open={first} title="First" closeLabel="Close first">
        <div style={{ blockSize: '300px' }}>
          <button type="button" onClick={() => (second.value = true)}>
            More
          </button>
          <a href="#/elsewhere">Elsewhere</a>
        </div>
      </Sheet>
      <Sheet open={second} title="Second" closeLabel="Close second">
        <div style={{ blockSize: '200px' }}>
          Deeper, or <a href="#/away">away</a>
        </div>
      </Sheet>
    </main>
  );
}

/** Where the page has come to rest: the same for five frames. */
async function atRest(): Promise<number> {
  for (let [frames, last] = [0, scrollY]; frames < 5; frames++) {
    await new Promise(requestAnimationFrame);
    if (scrollY !== last) [frames, last] = [0, scrollY];
  }
  return scrollY;
}
const dialog = (name: string) => screen.queryByRole('dialog', { name });
const steps = () => (history.state as { layers?: number } | null)?.layers ?? 0;
/** Opens a sheet and waits until it stands at the bottom and has its step in the history. */
async function open(which: Signal<boolean>, name: string, step: number): Promise<HTMLElement> {
  which.value = true;
  const sheet = await screen.findByRole('dialog', { name });
  await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
  await expect.poll(steps).toBe(step);
  return sheet;
}

// As the app's frame does.
beforeAll(() => addEventListener('click', followLink));
afterAll(() => removeEventListener('click', followLink));
beforeEach(() => {
  first = signal(false);
  second = signal(false);
  history.replaceState(null, '', '#/page');
  render(<Page />);
  scrollTo(0, 0);
  entries = history.length;
});
afterEach(async () => {
  cleanup();
  await expect.poll(steps).toBe(0);
  scrollTo(0, 0);
});

describe('D9.118 the page under a sheet', () => {
  const backdrop = { x: 180, y: 320 };
  const swipe = () => drag(backdrop, { x: 180, y: 60 }, 20);

  it('does not scroll under a finger on the backdrop, and scrolls again when the sheet has gone', async () => {
    await swipe();
    await expect.poll(() => scrollY).toBeGreaterThan(100);
    const before = await atRest();
    await open(first, 'First', 1);
    await swipe();
    expect(await atRest()).toBe(before);
    expect(dialog('First')).not.toBeNull();
    first.value = false;
    await expect.poll(() => dialog('First')).toBeNull();
    await swipe();
    await expect.poll(() => scrollY).toBeGreaterThan(before);
  });

  it('stays where it was moved to while the step of the sheet is left, and the address keeps its own way with scrolls', async () => {
    await open(first, 'First', 1);
    first.value = false;
    // The sheet has closed, and its step is still to be left.
    await new Promise(requestAnimationFrame);
    scrollTo(0, 700);
    expect(steps()).toBe(1);
    await expect.poll(steps).toBe(0);
    expect(await atRest()).toBe(700);
    await expect.poll(() => history.scrollRestoration).toBe('auto');
  });

  it('is not pulled for new data by a finger that drags a sheet', async () => {
    let pulls = 0;
    const own = signal(false);
    render(
      <PullToRefresh label="Refreshing" onRefresh={async () => pulls++}>
        <Sheet open={own} title="Pulled" closeLabel="Close">
          <div style={{ blockSize: '300px' }}>Content</div>
        </Sheet>
      </PullToRefresh>,
    );
    own.value = true;
    const sheet = await screen.findByRole('dialog', { name: 'Pulled' });
    await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
    const head = middleOf(sheet.querySelector('h2') as Element);
    await drag(head, { x: head.x, y: head.y + 300 });
    await expect.poll(() => own.value).toBe(false);
    expect(pulls).toBe(0);
  });
});

describe('D9.118 a finger on the head of a sheet', () => {
  it('drags it away, not only on the grip; a short drag lets it stand', async () => {
    const sheet = await open(first, 'First', 1);
    const head = middleOf(sheet.querySelector('h2') as Element);
    await drag(head, { x: head.x, y: head.y + 20 });
    await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
    expect(first.value).toBe(true);
    await drag(head, { x: head.x, y: head.y + 280 });
    await expect.poll(() => first.value).toBe(false);
  });

  it('still presses its button', async () => {
    await open(first, 'First', 1);
    await userEvent.click(screen.getByRole('button', { name: 'Close first' }));
    await expect.poll(() => first.value).toBe(false);
  });
});

describe('D9.118 back', () => {
  it('closes the sheet and stays on the page; the focus goes to where it was', async () => {
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    await open(first, 'First', 1);
    history.back();
    await expect.poll(() => dialog('First')).toBeNull();
    expect([location.hash, steps()]).toEqual(['#/page', 0]);
    await expect.poll(() => document.activeElement).toBe(opener);
    opener.remove();
  });

  it('closes sheet over sheet one by one', async () => {
    await open(first, 'First', 1);
    await open(second, 'Second', 2);
    history.back();
    await expect.poll(() => dialog('Second')).toBeNull();
    expect(first.value).toBe(true);
    await expect.poll(steps).toBe(1);
    history.back();
    await expect.poll(() => first.value).toBe(false);
    expect(location.hash).toBe('#/page');
  });

  it('leaves no step behind when sheets are closed by their buttons, one or both at once', async () => {
    for (let round = 0; round < 3; round++) {
      await open(first, 'First', 1);
      await userEvent.click(screen.getByRole('button', { name: 'Close first' }));
      await expect.poll(steps).toBe(0);
    }
    await open(first, 'First', 1);
    await open(second, 'Second', 2);
    first.value = false;
    second.value = false;
    await expect.poll(steps).toBe(0);
    // What lies ahead in the history is at most the steps of the two: nothing has piled up.
    expect(history.length).toBeLessThanOrEqual(entries + 2);
    expect(location.hash).toBe('#/page');
  });

  it('leads from a page that a link in the sheet opened to the page under the sheet', async () => {
    await open(first, 'First', 1);
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await expect.poll(() => location.hash).toBe('#/elsewhere');
    first.value = false;
    await expect.poll(() => dialog('First')).toBeNull();
    history.back();
    await expect.poll(() => location.hash).toBe('#/page');
    expect(steps()).toBe(0);
  });

  it('leads there in one step from a page that a link in a sheet upon a sheet opened', async () => {
    await open(first, 'First', 1);
    await open(second, 'Second', 2);
    const length = history.length;
    await userEvent.click(screen.getByRole('link', { name: 'away' }));
    await expect.poll(() => location.hash).toBe('#/away');
    await expect.poll(() => [dialog('First'), dialog('Second')]).toEqual([null, null]);
    // In place of the two steps of the sheets there is the one of the new page.
    expect([history.length, steps()]).toEqual([length - 1, 0]);
    let passed = 0;
    const count = () => passed++;
    addEventListener('popstate', count);
    history.back();
    await expect.poll(() => location.hash).toBe('#/page');
    expect([steps(), passed]).toEqual([0, 1]);
    removeEventListener('popstate', count);
  });

  it('is not undone by what a button does right after it has closed its sheet', async () => {
    await open(first, 'First', 1);
    first.value = false;
    await expect.poll(() => dialog('First')).toBeNull();
    navigate('/next');
    await expect.poll(() => location.hash).toBe('#/next');
    await expect.poll(steps).toBe(0);
    expect(location.hash).toBe('#/next');
    history.back();
    await expect.poll(() => location.hash).toBe('#/page');
  });

  it('does not open a sheet again when a person goes forward', async () => {
    await open(first, 'First', 1);
    history.back();
    await expect.poll(() => first.value).toBe(false);
    await expect.poll(steps).toBe(0);
    history.forward();
    await expect.poll(steps).toBe(0);
    await expect.poll(() => dialog('First')).toBeNull();
    expect([first.value, location.hash]).toEqual([false, '#/page']);
  });

  it('closes the drawer too', async () => {
    const own = signal(true);
    render(
      <SideDrawer open={own} title="Products" closeLabel="Close">
        <p>Rows</p>
      </SideDrawer>,
    );
    await expect.poll(steps).toBe(1);
    history.back();
    await expect.poll(() => own.value).toBe(false);
  });
});
