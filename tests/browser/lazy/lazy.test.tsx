import { type Signal, signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { render as draw, type FunctionComponent } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sheet } from '#ui/kit/sheet.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { lazyCode } from '#ui/lazy/lazy-code.ts';
import { lazySheet } from '#ui/lazy/lazy-sheet.tsx';
import { LazyView } from '#ui/lazy/lazy-view.tsx';
import { PageFrame } from '#ui/navigation/page-frame.tsx';
import { linkState } from '#ui/state/link.ts';

beforeAll(() => needTexts('shell'));
beforeEach(() => {
  linkState.value = 'open';
});
afterEach(cleanup);

/** Effects of signals run after the next frame. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));

/** Code whose fetches the test ends one by one. */
function held<T>(found: T) {
  const fetches: { arrive(): void; fail(): void }[] = [];
  const fetchCode = () =>
    new Promise<T>((resolve, reject) => {
      fetches.push({ arrive: () => resolve(found), fail: () => reject(new Error('no network')) });
    });
  return { fetches, fetchCode };
}

describe('lazy code', () => {
  it('is shown although it came for another between the drawing of a component and its effects', async () => {
    const { fetches, fetchCode } = held((() => <p>it is here</p>) as FunctionComponent<object>);
    const code = lazyCode(fetchCode);
    const loading = code.load();
    const root = document.body.appendChild(document.createElement('div'));
    // Drawn as the app draws: effects wait for the next frame.
    draw(<LazyView code={code} props={{}} />, root);
    fetches[0]?.arrive();
    await loading;
    await expect.poll(() => root.textContent).toBe('it is here');
    draw(null, root);
    root.remove();
  });

  it('is fetched once, however often and from wherever it is wanted', async () => {
    const { fetches, fetchCode } = held('code');
    const code = lazyCode(fetchCode);
    expect([fetches.length, code.here]).toEqual([0, undefined]);
    const all = [code.load(), code.load()];
    fetches[0]?.arrive();
    expect([...(await Promise.all(all)), await code.load(), code.here, fetches.length]).toEqual(['code', 'code', 'code', 'code', 1]);
  });

  it('is fetched again after a failure, and the failure is told to everyone who waited', async () => {
    const { fetches, fetchCode } = held('code');
    const code = lazyCode(fetchCode);
    const all = [code.load(), code.load()];
    fetches[0]?.fail();
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = code.load();
    fetches[1]?.arrive();
    expect([await again, fetches.length]).toEqual(['code', 2]);
  });

  it('that fails at once, without a promise, is a failure like any other', async () => {
    const code = lazyCode<string>(() => {
      throw new Error('no such file');
    });
    await expect(code.load()).rejects.toThrow('no such file');
    await expect(code.load()).rejects.toThrow('no such file');
  });
});

describe('a lazy view', () => {
  const Greeting = ({ name }: { name: string }) => <p>Good day, {name}</p>;
  const open = () => {
    const { fetches, fetchCode } = held(Greeting);
    const code = lazyCode(fetchCode);
    render(<LazyView code={code} props={{ name: 'trader' }} />);
    return { fetches, code };
  };

  it('shows that it loads, then itself', async () => {
    const { fetches } = open();
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
    fetches[0]?.arrive();
    expect(await screen.findByText('Good day, trader')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('says when it cannot be had, and Retry brings it', async () => {
    const { fetches } = open();
    await nextFrame();
    fetches[0]?.fail();
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
    fetches[1]?.arrive();
    expect(await screen.findByText('Good day, trader')).toBeTruthy();
  });

  it('tries again by itself when the link is back, and only then', async () => {
    const { fetches } = open();
    await nextFrame();
    fetches[0]?.fail();
    await screen.findByRole('button', { name: 'Retry' });
    linkState.value = 'closed';
    await nextFrame();
    expect(fetches.length).toBe(1);
    linkState.value = 'open';
    await expect.poll(() => fetches.length).toBe(2);
    fetches[1]?.arrive();
    expect(await screen.findByText('Good day, trader')).toBeTruthy();
    linkState.value = 'closed';
    await nextFrame();
    linkState.value = 'open';
    await nextFrame();
    expect(fetches.length).toBe(2);
  });

  it('whose code is here shows without a skeleton in between', async () => {
    const { fetches, code } = open();
    await nextFrame();
    fetches[0]?.arrive();
    await screen.findByText('Good day, trader');
    cleanup();
    render(<LazyView code={code} props={{ name: 'again' }} />);
    expect(screen.getByText('Good day, again')).toBeTruthy();
  });
});

describe('a lazy sheet', () => {
  type TermsProps = { open: Signal<boolean> };
  const Terms: FunctionComponent<TermsProps> = ({ open }) => (
    <Sheet open={open} title="Terms" closeLabel="Close">
      All of them
    </Sheet>
  );
  const isShown = signal(true);
  const put = () => {
    const { fetches, fetchCode } = held(Terms);
    const sheet = lazySheet<TermsProps>(fetchCode);
    const open = signal(false);
    let failures = 0;
    isShown.value = true;
    const Page = () => (
      <PageFrame isShown={isShown.value} path="/tried">
        <sheet.View open={open} onFailed={() => failures++} />
      </PageFrame>
    );
    render(<Page />);
    return { fetches, sheet, open, failures: () => failures };
  };

  it('fetches nothing until it is opened, then opens, and closes and opens again at once', async () => {
    const { fetches, open } = put();
    await nextFrame();
    expect([fetches.length, screen.queryByRole('dialog')]).toEqual([0, null]);
    open.value = true;
    await expect.poll(() => fetches.length).toBe(1);
    fetches[0]?.arrive();
    expect(await screen.findByRole('dialog', { name: 'Terms' })).toBeTruthy();
    open.value = false;
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    open.value = true;
    await expect.poll(() => screen.queryByRole('dialog')).not.toBeNull();
    expect(fetches.length).toBe(1);
  });

  it('fetched ahead opens without a fetch; a fetch ahead that failed says nothing, and opening tries again', async () => {
    const { fetches, sheet, open, failures } = put();
    sheet.preload();
    fetches[0]?.fail();
    await nextFrame();
    expect(failures()).toBe(0);
    open.value = true;
    await expect.poll(() => fetches.length).toBe(2);
    fetches[1]?.arrive();
    expect(await screen.findByRole('dialog', { name: 'Terms' })).toBeTruthy();
  });

  it('that cannot be had closes and says so, each time that it was opened', async () => {
    const { fetches, open, failures } = put();
    for (const times of [1, 2]) {
      open.value = true;
      await expect.poll(() => fetches.length).toBe(times);
      fetches[times - 1]?.fail();
      await expect.poll(() => [open.value, failures()]).toEqual([false, times]);
    }
  });

  it('that is still on its way when its page is left does not open over the next page, nor when the page is back', async () => {
    const { fetches, open } = put();
    open.value = true;
    await expect.poll(() => fetches.length).toBe(1);
    isShown.value = false;
    await expect.poll(() => open.value).toBe(false);
    fetches[0]?.arrive();
    await nextFrame();
    isShown.value = true;
    await nextFrame();
    expect(document.querySelector('dialog[open]')).toBeNull();
  });
});

it('a sheet that is open when its page is left is closed, so that the next page is not inert', async () => {
  const isShown = signal(true);
  const open = signal(true);
  const Page = () => (
    <PageFrame isShown={isShown.value} path="/tried">
      <Sheet open={open} title="Terms" closeLabel="Close">
        All of them
      </Sheet>
    </PageFrame>
  );
  render(<Page />);
  await screen.findByRole('dialog', { name: 'Terms' });
  isShown.value = false;
  await expect.poll(() => [document.querySelector('dialog[open]'), open.value]).toEqual([null, false]);
});
