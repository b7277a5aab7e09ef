/** What a mouse does at the head of a sheet. */
import { signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Sheet } from '#ui/kit/sheet.tsx';
import '#ui/tokens.css';

afterEach(cleanup);

async function show() {
  const open = signal(false);
  render(
    <Sheet open={open} title="Leverage" closeLabel="Close">
      <p>Inside</p>
    </Sheet>,
  );
  open.value = true;
  await settled();
  return open;
}
/** Beyond the sheet's own motion. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 500));
const head = () => screen.getByRole('heading', { name: 'Leverage' });

it('a click on the head closes nothing: only one beside the sheet does', async () => {
  const open = await show();
  await userEvent.click(head());
  await settled();
  expect(open.value).toBe(true);
});

it('a mouse that is let go outside of the window drags it no further', async () => {
  const open = await show();
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  const send = (type: string, clientY: number, buttons: number) =>
    head().dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', pointerId: 1, isPrimary: true, bubbles: true, clientY, buttons }));
  send('pointerdown', 10, 1);
  send('pointermove', 20, 1);
  expect(dialog.style.translate).toBe('0px 10px');
  send('pointermove', 40, 0);
  expect([dialog.style.translate, open.value]).toEqual(['', true]);
});
