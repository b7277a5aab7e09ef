import { signal } from '@preact/signals';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ConfirmHost, confirm } from '#ui/kit/confirm.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SideDrawer } from '#ui/kit/side-drawer.tsx';
import { ToastHost, toast } from '#ui/kit/toast.tsx';
import '#ui/tokens.css';
import { problemsOf } from '../support/axe.ts';

afterEach(cleanup);

const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null;

describe('sheet', () => {
  const show = () => {
    const open = signal(false);
    render(
      <>
        <button type="button" onClick={() => (open.value = true)}>
          Open
        </button>
        <Sheet open={open} title="Leverage" closeLabel="Close">
          <button type="button">Inside</button>
        </Sheet>
      </>,
    );
    return open;
  };

  it('opens modally with the focus on its heading, keeps the focus inside, and gives it back', async () => {
    show();
    const opener = screen.getByRole('button', { name: 'Open' });
    await userEvent.click(opener);
    await expect.poll(() => isOpen('Leverage')).toBe(true);
    expect(document.activeElement?.textContent).toBe('Leverage');
    const dialog = screen.getByRole('dialog');
    for (let step = 0; step < 6; step++) {
      await userEvent.keyboard('{Tab}');
      // The browser's own bar is a stop too; the page behind the sheet never is.
      expect(document.activeElement === document.body || dialog.contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => isOpen('Leverage')).toBe(false);
    await expect.poll(() => document.activeElement).toBe(opener);
  });

  it('D9.190 D9.312 lies over the page within the tap that asked for it, with the focus; modal and full behind its first picture', async () => {
    show();
    screen.getByRole('button', { name: 'Open' }).click();
    // Drawing is done within the tap; no frame has passed.
    await Promise.resolve();
    const dialog = document.querySelector('dialog') as HTMLDialogElement;
    expect([dialog.matches(':popover-open'), dialog.matches(':modal'), dialog.textContent]).toEqual([true, false, 'Leverage']);
    expect(document.activeElement?.textContent).toBe('Leverage');
    await expect.poll(() => dialog.matches(':modal')).toBe(true);
    await expect.poll(() => dialog.textContent).toContain('Inside');
    expect([dialog.popover, document.activeElement?.textContent]).toEqual([null, 'Leverage']);
  });

  it('D9.312 moves in once: becoming modal neither stops it nor begins anew', async () => {
    const open = show();
    open.value = true;
    await Promise.resolve();
    const dialog = document.querySelector('dialog') as HTMLDialogElement;
    const moves = () => dialog.getAnimations().filter((one) => (one as CSSTransition).transitionProperty === 'translate');
    await expect.poll(() => moves().length).toBe(1);
    const [first] = moves();
    await expect.poll(() => dialog.matches(':modal')).toBe(true);
    await new Promise(requestAnimationFrame);
    expect(moves().every((one) => one === first)).toBe(true);
    await expect.poll(() => first?.playState).toBe('finished');
  });

  it('D9.312 that is closed before its first picture gives the focus back, is no step, and locks nothing', async () => {
    const open = show();
    const opener = screen.getByRole('button', { name: 'Open' });
    opener.focus();
    opener.click();
    await Promise.resolve();
    expect(document.activeElement?.textContent).toBe('Leverage');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => open.value).toBe(false);
    await expect.poll(() => document.activeElement).toBe(opener);
    expect(document.querySelector('dialog:is([open], [popover])')).toBeNull();
  });

  it('D9.312 lets a press inside it do what it does by itself', async () => {
    show().value = true;
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    (await screen.findByRole('button', { name: 'Inside' })).dispatchEvent(press);
    expect(press.defaultPrevented).toBe(false);
  });

  it('closes by its button, by the backdrop and by a drag of the grip', async () => {
    const open = show();
    open.value = true;
    await expect.poll(() => isOpen('Leverage')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await expect.poll(() => open.value).toBe(false);

    open.value = true;
    await expect.poll(() => isOpen('Leverage')).toBe(true);
    screen.getByRole('dialog').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.poll(() => open.value).toBe(false);

    open.value = true;
    await waitFor(() => expect(document.querySelector('[data-grip]')).not.toBeNull());
    const grip = document.querySelector('[data-grip]') as Element;
    const point = (type: string, y: number) =>
      grip.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY: y, pointerId: 1, isPrimary: true }));
    // Synthetic pointers cannot be captured; the drag works the same without it.
    HTMLElement.prototype.setPointerCapture = () => undefined;
    point('pointerdown', 300);
    point('pointermove', 900);
    point('pointerup', 900);
    await expect.poll(() => open.value).toBe(false);
  });

  it('has nothing that axe objects to, open', async () => {
    const open = show();
    open.value = true;
    await expect.poll(() => isOpen('Leverage')).toBe(true);
    expect(await problemsOf(document.body)).toEqual([]);
  });

  it('is dragged by one finger: a second one gives the drag up, and so does the browser; both put the sheet back', async () => {
    const open = show();
    open.value = true;
    await waitFor(() => expect(document.querySelector('.sheet-body')?.textContent).toBe('Inside'));
    const [dialog, grip, body] = ['dialog', '[data-grip]', '.sheet-body'].map((it) => document.querySelector<HTMLElement>(it));
    const point = (at: Element | null | undefined, type: string, clientY: number, pointerId = 1) =>
      at?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY, pointerId, isPrimary: pointerId === 1 }));
    HTMLElement.prototype.setPointerCapture = () => undefined;
    const placed = () => [dialog?.style.translate, open.value];
    point(grip, 'pointerdown', 300);
    point(grip, 'pointermove', 310);
    point(body, 'pointermove', 900, 2);
    expect(placed()).toEqual(['0px 10px', true]);
    point(body, 'pointerdown', 900, 2);
    expect(placed()).toEqual(['', true]);
    point(body, 'pointermove', 990, 2);
    point(body, 'pointerup', 990, 2);
    point(grip, 'pointermove', 900);
    point(grip, 'pointerup', 900);
    expect(placed()).toEqual(['', true]);
    point(grip, 'pointerdown', 300);
    point(grip, 'pointermove', 900);
    point(grip, 'pointercancel', 900);
    expect(placed()).toEqual(['', true]);
  });

  it('says a toast inside itself too, since everything outside is inert', async () => {
    const open = show();
    render(<ToastHost />);
    open.value = true;
    await expect.poll(() => isOpen('Leverage')).toBe(true);
    toast('Bought 0.10 EUR/USD');
    await expect.poll(() => screen.getByRole('dialog').textContent).toContain('Bought 0.10 EUR/USD');
  });
});

it('the drawer opens at the start edge and closes with Escape', async () => {
  const open = signal(true);
  render(
    <SideDrawer open={open} title="Products" closeLabel="Close">
      <p>Rows</p>
    </SideDrawer>,
  );
  await expect.poll(() => isOpen('Products')).toBe(true);
  await expect.poll(() => screen.getByRole('dialog').getBoundingClientRect().left).toBe(0);
  expect(await problemsOf(document.body)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => open.value).toBe(false);
});

describe('confirm', () => {
  const ask = () => confirm({ title: 'Log out?', text: 'Positions stay open.', yes: 'Log out', no: 'Stay' });

  it('resolves with the answer; the harmless one has the focus', async () => {
    render(<ConfirmHost />);
    const answer = ask();
    await expect.poll(() => screen.queryByRole('alertdialog', { name: 'Log out?' })).not.toBeNull();
    expect(document.activeElement?.textContent).toBe('Stay');
    expect(await problemsOf(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await answer).toBe(true);
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  });

  it('D9.312 is answered by Escape from its first picture on', async () => {
    render(<ConfirmHost />);
    const answer = ask();
    await Promise.resolve();
    expect(document.querySelector('dialog')?.matches(':popover-open')).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(await answer).toBe(false);
    await expect.poll(() => document.querySelector('dialog:is([open], [popover])')).toBeNull();
  });

  it('D9.312 hears each of its answers from its first picture on', async () => {
    render(<ConfirmHost />);
    for (const [name, isYes] of [
      ['Log out', true],
      ['Stay', false],
    ] as const) {
      const answer = ask();
      await Promise.resolve();
      expect(document.querySelector('dialog')?.matches(':popover-open:not(:modal)')).toBe(true);
      screen.getByRole('button', { name }).click();
      expect(await answer).toBe(isYes);
      await expect.poll(() => document.querySelector('dialog:is([open], [popover])')).toBeNull();
    }
  });

  it('takes Escape and a second question for a no', async () => {
    render(<ConfirmHost />);
    const first = ask();
    await expect.poll(() => screen.queryByRole('alertdialog')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(await first).toBe(false);
    const second = ask();
    const third = ask();
    expect(await second).toBe(false);
    await expect.poll(() => screen.queryByRole('alertdialog')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await third).toBe(true);
  });
});
