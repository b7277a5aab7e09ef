import { signal } from '@preact/signals';
import { screen } from '@testing-library/preact';
import { render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useSheetOfId } from '#ui/orders/sheet-of-id.ts';

const box = document.createElement('div');
afterEach(() => {
  render(null, box);
  box.remove();
});

const dialog = () => screen.queryByRole('dialog', { name: 'An order' });

/** A list of the orders of these ids, and the sheet of the one that is asked for. */
function show(ids: readonly number[], start = 0) {
  const [listed, id] = [signal(ids), signal(start)];
  function List() {
    const open = useSheetOfId(id, listed.value.includes(id.value));
    return (
      <>
        {listed.value.map((each) => (
          <button key={each} type="button" onClick={() => (id.value = each)}>
            Order {each}
          </button>
        ))}
        <Sheet open={open} title="An order" closeLabel="Close">
          Its terms
        </Sheet>
      </>
    );
  }
  document.body.append(box);
  render(<List />, box);
  return { listed, id };
}

it('opens for a press in the very moment in which the row was drawn, and stays', async () => {
  const { id } = show([7]);
  // Before anything that the page does after it has drawn.
  screen.getByRole('button', { name: 'Order 7' }).click();
  await expect.poll(dialog).not.toBeNull();
  expect(id.value).toBe(7);
});

it('closes when the order leaves the list, and asks for nothing that is not there from the start', async () => {
  const { listed, id } = show([7]);
  screen.getByRole('button', { name: 'Order 7' }).click();
  await expect.poll(dialog).not.toBeNull();
  listed.value = [];
  await expect.poll(dialog).toBeNull();
  expect(id.value).toBe(0);
  render(null, box);
  const gone = show([7], 8);
  await expect.poll(() => gone.id.value).toBe(0);
});
