/** Where toasts stand, so that they lie over nothing that is pressed. */
import { signal } from '@preact/signals';
import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Sheet } from '#ui/kit/sheet.tsx';
import { ToastHost, toast, toasts } from '#ui/kit/toast.tsx';
import { placeToasts } from '#ui/kit/toast-place.ts';
import '#ui/tokens.css';

beforeAll(placeToasts);
afterEach(cleanup);

describe('a toast', () => {
  it('D9.491 stands above the tab bar, where a page has one, and over the candles where they are', async () => {
    await page.viewport(360, 740);
    toasts.value = [];
    const plot = signal(false);
    const Tried = () => (
      <>
        <main>
          <header style={{ blockSize: '52px' }}>Orders</header>
          {plot.value && <div data-toasts="" style={{ blockSize: '260px', marginBlockStart: '100px' }} />}
        </main>
        <nav class="tab-bar" style={{ position: 'fixed', insetBlockEnd: 0, insetInline: 0, blockSize: '58px' }}>
          Tabs
        </nav>
        <ToastHost />
      </>
    );
    render(<Tried />);
    const said = () => document.querySelector('.toast');
    const boxOf = (node: Element | null) => node?.getBoundingClientRect() ?? new DOMRect();
    toast('Closed Buy 0.10 EUR/USD', 'bad');
    await expect.poll(said).not.toBeNull();
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const low = boxOf(said());
    expect([low.bottom <= 682, low.bottom > 660]).toEqual([true, true]);
    toasts.value = [];
    await expect.poll(said).toBeNull();
    plot.value = true;
    toast('Alert');
    await expect.poll(said).not.toBeNull();
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const { top, bottom } = boxOf(document.querySelector('[data-toasts]'));
    expect([boxOf(said()).top >= top, boxOf(said()).bottom < bottom]).toEqual([true, true]);
    toasts.value = [];
    await expect.poll(said).toBeNull();
  });

  it('D9.491 one that was said before a sheet was opened does not lie over it', async () => {
    await page.viewport(360, 740);
    toasts.value = [];
    const open = signal(false);
    render(
      <>
        <ToastHost />
        <Sheet open={open} title="Reverse" closeLabel="Close">
          <div style={{ blockSize: '200vh' }}>Question</div>
        </Sheet>
      </>,
    );
    toast('Said before', 'good', { action: { label: 'View', run: () => undefined } });
    await expect.poll(() => document.querySelector('.toast')?.textContent).toContain('Said before');
    toasts.value = toasts.value.map((item) => ({ ...item, saidAt: item.saidAt - 1_000 }));
    open.value = true;
    await expect.poll(() => document.querySelector('dialog .sheet-body')?.textContent).toBe('Question');
    toast('Said upon it', 'bad', { detail: 'Net of profit +60.00 and fees −0.60', money: '+59.40 USD' });
    await expect.poll(() => [...document.querySelectorAll('.toast p')].map((node) => node.textContent)).toEqual(['Said upon it']);
    open.value = false;
    await expect.poll(() => document.querySelectorAll('.toast').length).toBe(2);
    toasts.value = [];
  });

  it('D9.506 goes along to another page, as that is drawn, and lies there over nothing that is pressed', async () => {
    await page.viewport(360, 740);
    toasts.value = [];
    const isTrade = signal(false);
    const Tried = () => (
      <>
        <main>
          <div hidden={isTrade.value}>
            <header style={{ blockSize: '52px' }}>Orders</header>
          </div>
          <div hidden={!isTrade.value}>
            <div data-toasts="" style={{ blockSize: '260px', marginBlockStart: '100px' }} />
          </div>
        </main>
        <nav class="tab-bar" style={{ position: 'fixed', insetBlockEnd: 0, insetInline: 0, blockSize: '58px' }}>
          Tabs
        </nav>
        <ToastHost />
      </>
    );
    render(<Tried />);
    const topOf = () => document.querySelector('.toast')?.getBoundingClientRect().top ?? Number.NaN;
    toast('Closed Buy 0.10 EUR/USD', 'bad', { action: { label: 'View', run: () => undefined } });
    await expect.poll(topOf).toBeGreaterThan(600);
    dispatchEvent(new HashChangeEvent('hashchange'));
    isTrade.value = true;
    await expect.poll(topOf).toBeLessThan(200);
    expect(topOf()).toBeGreaterThan(100);
    dispatchEvent(new HashChangeEvent('hashchange'));
    isTrade.value = false;
    await expect.poll(topOf).toBeGreaterThan(600);
    toasts.value = [];
  });
});
