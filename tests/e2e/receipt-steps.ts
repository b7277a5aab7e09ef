/** What the tests of receipts do on the page: enter the demo, trade by calls, open a receipt from its record, read it, look into what is kept. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

export const PATIENT = { timeout: 30_000 };

export async function enterDemo(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url(), PATIENT).not.toContain('/login');
}

type Reply = { readonly code: number; readonly msg: string; readonly data: unknown };
/** Calls with the page's session, as it does. */
export async function callAs(page: Page, url: string, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const reply = await fetch(`${url}${path}?${new URLSearchParams({ ...fields, t: String(Math.random()) })}`, {
    headers: { authorization: token, lang: 'en' },
  });
  return (await reply.json()) as Reply;
}

export const receiptSheet = (page: Page): Locator => page.getByRole('dialog', { name: /^Receipt · / });
/** The step in the history of a sheet that has closed is gone too: whoever leads the page elsewhere meanwhile is led back. */
export const noLayer = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0), PATIENT).toBe(0);

export async function closeReceipt(page: Page): Promise<void> {
  await receiptSheet(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => receiptSheet(page).count(), PATIENT).toBe(0);
  await noLayer(page);
}
export const verdictOf = (page: Page): Locator => page.locator('.receipt-verdict').first();

/** Two taps: the record, unless it stands open, then the button of its receipt. */
export async function openReceipt(page: Page, record: string, button: string | RegExp): Promise<Locator> {
  const row = page.getByRole('article', { name: record, exact: true });
  const head = row.getByRole('button').first();
  if ((await head.getAttribute('aria-expanded', PATIENT)) !== 'true') await head.click(PATIENT);
  await page.getByRole('button', { name: button }).click();
  const sheet = receiptSheet(page);
  await sheet.waitFor(PATIENT);
  return sheet;
}

/** What stands on it once it is checked: colour and head, the four answers, what was signed. */
export async function readReceipt(page: Page): Promise<{ colour: string; head: string; answers: string[]; fields: string }> {
  await expect.poll(() => verdictOf(page).getAttribute('data-colour', PATIENT), PATIENT).toMatch(/green|amber|red/);
  const sheet = receiptSheet(page);
  return {
    colour: (await verdictOf(page).getAttribute('data-colour')) ?? '',
    head: (await verdictOf(page).textContent()) ?? '',
    answers: await sheet.locator('.receipt-answers dd').allTextContents(),
    fields: (await sheet.locator('.receipt > .receipt-fields').textContent()) ?? '',
  };
}

/** What is said of an honest fill. */
export const ALL_YES = [
  'Yes Signed with the key that this device knows.',
  'Yes Its tick is in the signed log.',
  'Yes Filled at the tick that the rule names, with the right money.',
  'Yes Everything that this device saw before is still in the log.',
];

/** Rows of a kind in the browser's `outcry-tape`, by key; with `put`, one more. Rejects while the worker has not made it, and makes none. */
export const rowsOf = (page: Page, kind: string, put?: readonly [key: string, row: object]): Promise<[string, unknown][]> =>
  page.evaluate(
    async ([name, row]) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const opening = indexedDB.open('outcry-tape');
      // An empty one of the first version would stand in the worker's way for good.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const database = await done(opening);
      try {
        const rows = database.transaction(name, 'readwrite').objectStore(name);
        if (row) rows.put(row[1], row[0]);
        const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
        return keys.map((key, at): [string, unknown] => [String(key), values[at]]);
      } finally {
        database.close();
      }
    },
    [kind, put] as const,
  );
