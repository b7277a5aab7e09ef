/** The doors and the screens of passwords as a person uses them: fields by their names, the button, what is said at a field. */
import { screen } from '@testing-library/preact';
import { page, userEvent } from 'vitest/browser';
import type { Asked, FakeServer } from '../support/fake-server.ts';

export const field = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'input, select' }) as HTMLInputElement;

/** Types into fields by their names. */
export async function fill(typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(typed)) await userEvent.fill(field(name), text);
}

/** By its whole name: another button may begin with the same words. Waits until it is there. */
export const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: typeof name === 'string' }));

/** What stands at a field, if anything is wrong with it; the rule that may stay below that is no part of it. */
export function problemAt(name: string | RegExp): string | undefined {
  const input = field(name);
  if (input.getAttribute('aria-invalid') !== 'true') return undefined;
  return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.firstChild?.textContent ?? '';
}

export const lastCall = (server: FakeServer, path: string): Asked | undefined => server.asked.filter((call) => call.path === path).at(-1);
