import { expect, it } from 'vitest';

type Rule = { readonly type?: string; readonly message?: unknown; readonly requirement?: unknown };

/** Every rule of a schema that wants a form, however deep it lies. */
function formsIn(value: unknown, seen = new Set<unknown>()): Rule[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const own = (value as Rule).type === 'regex' ? [value as Rule] : [];
  return [...own, ...Object.values(value).flatMap((inner) => formsIn(inner, seen))];
}

it('D9.310 every form that a text of a call must have carries its words, and they are no expression', () => {
  const modules = import.meta.glob('/src/protocol/rest/*.ts', { eager: true });
  const forms = Object.values(modules).flatMap((module) => Object.values(module as object).flatMap((schema) => formsIn(schema)));
  expect(forms.length).toBeGreaterThan(50);
  for (const { message, requirement } of forms) expect(message, String(requirement)).toEqual(expect.stringMatching(/^[^\\^$]{5,}$/));
});
