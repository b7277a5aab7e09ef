/** What axe finds on the screen that is shown, in both themes. Its script is put in once for all the states of a document. */
import axe from 'axe-core';
import type { Page } from 'playwright';

type Found = { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[] };

/** For the life of the document; a second time does nothing. */
export async function putAxeIn(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
}

/** In the theme that is shown: all rules, or those named. Of an open dialog that alone, since all else is out of reach then. */
async function found(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  const violations: readonly Found[] = await page.evaluate(
    async (only) => {
      const { axe: tool } = globalThis as unknown as { axe: typeof import('axe-core') };
      const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
      const own = scope === document.body ? {} : { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
      const chosen = only ? { runOnly: { type: 'rule' as const, values: only } } : { rules: own };
      return (await tool.run(scope, { ...chosen, resultTypes: ['violations'] })).violations;
    },
    rules && [...rules],
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
}

/** What is found twice: a headline that has just come is pale for a moment, and so no fault. */
async function lasting(page: Page, rules?: readonly string[]): Promise<string[]> {
  const first = await found(page, rules);
  return first.length === 0 ? first : found(page, rules);
}

/** Everything in light; in dark what the colours can change. */
export async function axeProblems(page: Page): Promise<string[]> {
  const light = await lasting(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  const dark = await lasting(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  return [...light, ...dark.map((problem) => `in dark, ${problem}`)];
}
