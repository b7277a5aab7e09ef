import { signal } from '@preact/signals';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Banner } from '#ui/kit/banner.tsx';
import { PageHeader } from '#ui/kit/page-header.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SpokenToasts, ToastHost, toast, toasts } from '#ui/kit/toast.tsx';
import { placeToasts } from '#ui/kit/toast-place.ts';
import '#ui/tokens.css';
import { problemsOf } from '../support/axe.ts';
import { sizeOf } from '../support/size.ts';

afterEach(cleanup);

const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null;

describe('toast', () => {
  it('shows the newest three, as text and never as markup', async () => {
    render(<ToastHost />);
    toast('<img src=x onerror=alert(1)>', 'bad');
    toast('two');
    toast('three', 'good');
    toast('four');
    await expect.poll(() => [...document.querySelectorAll('.toasts p')].map((node) => node.textContent)).toEqual(['two', 'three', 'four']);
    expect(document.querySelector('.toasts img')).toBeNull();
    await expect.poll(() => screen.queryByText('four'), { timeout: 6_000 }).toBeNull();
  });

  it('of a moment in which nobody looked stays until somebody has', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.useFakeTimers();
    try {
      render(<ToastHost />);
      toast('said to a pocket');
      await vi.advanceTimersByTimeAsync(10_000);
      hidden.mockReturnValue(false);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(toasts.value.map(({ text }) => text)).toContain('said to a pocket');
      await vi.advanceTimersByTimeAsync(4_000);
      expect(toasts.value).toEqual([]);
    } finally {
      vi.useRealTimers();
      hidden.mockRestore();
    }
  });

  it('of any length, leaves more than half of the page in sight', async () => {
    await page.viewport(360, 740);
    render(<ToastHost />);
    toast('a word '.repeat(1_500), 'bad', { detail: 'another '.repeat(1_500) });
    await screen.findByText(/^a word/);
    const { height, width } = (document.querySelector('.toasts') as HTMLElement).getBoundingClientRect();
    expect([height > 100, height < 740 / 2, width <= 360]).toEqual([true, true, true]);
  });

  it('D9.117 carries money in the colour of its kind and one thing to press, which takes it away; all of it is spoken', async () => {
    const pressed: string[] = [];
    render(
      <>
        <ToastHost />
        <SpokenToasts />
      </>,
    );
    toast('Take profit closed Buy 0.10 EUR/USD', 'good', {
      money: '+59.40 USD',
      detail: 'Net of profit +60.00 and fees −0.60',
      action: { label: 'View', run: () => pressed.push('view') },
    });
    const button = await screen.findByRole('button', { name: 'View: Take profit closed Buy 0.10 EUR/USD' });
    const money = document.querySelector('.toast-money') as HTMLElement;
    expect(money.textContent).toBe('+59.40 USD');
    const fill = document.createElement('i');
    fill.style.background = 'var(--up-fill)';
    document.body.append(fill);
    expect(getComputedStyle(money).backgroundColor).toBe(getComputedStyle(fill).backgroundColor);
    fill.remove();
    const { width, height } = sizeOf(button);
    expect([width >= 44, height >= 44, button.getBoundingClientRect().right <= innerWidth]).toEqual([true, true, true]);
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe(
      'Take profit closed Buy 0.10 EUR/USD, +59.40 USD, Net of profit +60.00 and fees −0.60',
    );
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    expect(await problemsOf(document.body)).toEqual([]);
    await userEvent.click(button);
    await expect.poll(() => document.querySelector('.toast-money')).toBeNull();
    expect(pressed).toEqual(['view']);
  });

  it('D9.117 can be pressed over an open sheet, and is drawn once', async () => {
    const open = signal(true);
    let pressed = 0;
    render(
      <>
        <ToastHost />
        <Sheet open={open} title="Ticket" closeLabel="Close">
          <div data-tall>Content</div>
        </Sheet>
      </>,
    );
    await expect.poll(() => isOpen('Ticket')).toBe(true);
    toast('Pressed', 'info', { action: { label: 'View', run: () => pressed++ } });
    await userEvent.click(await screen.findByRole('button', { name: 'View: Pressed' }));
    expect(pressed).toBe(1);
    await expect.poll(() => document.querySelector('.toasts')?.textContent ?? '').not.toContain('Pressed');
    toast('Stays', 'info', { action: { label: 'View', run: () => undefined } });
    const drawn = (where: string) =>
      [...document.querySelectorAll(`${where} .toast p`)].filter((node) => node.textContent === 'Stays').length;
    await expect.poll(() => [drawn('dialog'), drawn('body')]).toEqual([1, 1]);
    open.value = false;
    await expect.poll(() => [drawn('dialog'), drawn('body')]).toEqual([0, 1]);
  });

  it.each([
    [360, 740],
    [320, 568],
  ])('D9.361 lies over nothing of a sheet, however tall: %i x %i', async (width, height) => {
    await page.viewport(width, height);
    const open = signal(true);
    render(
      <Sheet open={open} title="Another address" closeLabel="Close">
        <div style={{ blockSize: '200vh' }}>Fields</div>
        <button type="button">Save</button>
      </Sheet>,
    );
    await expect.poll(() => isOpen('Another address')).toBe(true);
    toast('A code is on its way');
    await expect.poll(() => document.querySelector('.toast:last-child p')?.textContent).toBe('A code is on its way');
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const [said, sheet] = ['.toast:last-child', 'dialog'].map((name) => document.querySelector(name)?.getBoundingClientRect());
    expect([(said?.top ?? -1) >= 0, (said?.bottom ?? height) <= (sheet?.top ?? 0)]).toEqual([true, true]);
  });

  it('D9.443 covers neither the title and Back of a page nor the line below them that says why; and goes when it is told to', async () => {
    await page.viewport(360, 740);
    placeToasts();
    toasts.value = [];
    render(
      <>
        <main>
          <div hidden>
            <header style={{ blockSize: '30rem' }}>Another page</header>
          </div>
          <PageHeader title="Identity" backLabel="Back" onBack={() => undefined} />
          <Banner tone="bad" role="alert">
            Not accepted: the back is blurred
          </Banner>
          <p>Fields</p>
        </main>
        <ToastHost />
      </>,
    );
    toast('Your identity was not accepted', 'bad');
    const said = () => document.querySelector('.toast');
    await expect.poll(() => said()?.textContent).toBe('Your identity was not accepted');
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const bottom = screen.getByRole('alert').getBoundingClientRect().bottom;
    expect(said()?.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
    expect(said()?.getBoundingClientRect().top).toBeLessThan(bottom + 24);
    toasts.value = [];
    await expect.poll(said).toBeNull();
  });

  it('D9.361 the newest stands first, and does not move when an older one goes', async () => {
    await page.viewport(360, 740);
    render(<ToastHost />);
    toast('older', 'info', { action: { label: 'View', run: () => undefined } });
    toast('newer', 'info', { action: { label: 'View', run: () => undefined } });
    const cardOf = (name: string) => screen.queryByRole('button', { name: `View: ${name}` })?.closest('.toast');
    const topOf = (name: string) => cardOf(name)?.getBoundingClientRect().top ?? 0;
    await expect.poll(() => [cardOf('older') && 1, cardOf('newer') && 1]).toEqual([1, 1]);
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const newest = topOf('newer');
    expect(newest).toBeLessThan(topOf('older'));
    await userEvent.click(screen.getByRole('button', { name: 'View: older' }));
    await expect.poll(() => cardOf('older')).toBeUndefined();
    expect(topOf('newer')).toBe(newest);
  });

  it('stands above an open sheet', async () => {
    const open = signal(true);
    render(
      <>
        <ToastHost />
        <Sheet open={open} title="Ticket" closeLabel="Close">
          <div data-tall>Content</div>
        </Sheet>
      </>,
    );
    await expect.poll(() => isOpen('Ticket')).toBe(true);
    toast('Above');
    await waitFor(() => expect(document.querySelector('.toasts p')).not.toBeNull());
    await expect
      .poll(() => {
        const shown = document.querySelector('.toasts') as HTMLElement;
        return shown.matches(':popover-open') && getComputedStyle(shown).visibility;
      })
      .toBe('visible');
  });
});
