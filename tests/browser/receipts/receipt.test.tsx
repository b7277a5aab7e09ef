import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckReply, ReceiptReply } from '#protocol/receipts.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { linkState } from '#ui/state/link.ts';
import { leaveRecords, opened, openRecords, press, resetRecords, rowsOf, world } from '../orders/open-records.tsx';
import { problemsOf } from '../support/axe.ts';
import { minuteSaid, secondSaid } from '../support/moments.ts';
import { AMBER, type AskedReceipts, CLOSING, checked, done, GREEN, OPENING, RED, receiptWorker } from './receipt-answers.ts';

const fills = (...all: (typeof OPENING)[]): ReceiptReply => ({ kind: 'fills', fills: all });
let worker: AskedReceipts;

beforeAll(() => needTexts('shell', 'orders', 'errors', 'receipt'));
beforeEach(() => {
  resetRecords();
  worker = receiptWorker({ fills: () => fills(OPENING, CLOSING), check: () => done(GREEN) });
  world.engine.receipts = (ask) => worker.answer(ask);
});
afterEach(async () => {
  document.documentElement.dir = 'ltr';
  document.documentElement.setAttribute('data-theme', 'light');
  await leaveRecords();
  await page.viewport(360, 740);
});

async function openReceipt(): Promise<HTMLElement> {
  openRecords('#/order?type=3');
  await expect.poll(() => rowsOf('History').length).toBe(10);
  await press('History', 'Receipt');
  return screen.findByRole('dialog', { name: 'Receipt · EUR/USD' });
}
const headOf = (sheet: HTMLElement) => sheet.querySelector('.receipt-verdict')?.textContent ?? '';
const asksOf = (kind: string) => worker.asked.filter((ask) => ask.kind === kind);

describe('the receipt of an order', () => {
  it('D9.297 two taps from a closed order to its verdict: the row, then Receipt', async () => {
    const sheet = await openReceipt();
    await expect.poll(() => headOf(sheet)).toBe(`This fill checks outChecked on this device, ${minuteSaid('2026-03-04 11:01')}`);
    expect(within(sheet).getByRole('status').getAttribute('data-colour')).toBe('green');
    const answers = [...sheet.querySelectorAll('.receipt-answers > div')].map((row) => row.textContent);
    expect(answers).toEqual([
      'Promise Did the operator sign this deal?Yes Signed with the key that this device knows.',
      'Price Was this price on the tape?Yes Its tick is in the signed log.',
      'Rule Right tick, right money?Yes Filled at the tick that the rule names, with the right money.',
      'History Does the log go on from what this device saw?Yes Everything that this device saw before is still in the log.',
    ]);
    expect(worker.asked).toEqual([
      { kind: 'fills', source: 0, id: world.firstId + 60 },
      { kind: 'check', source: 0, id: world.firstId + 60, deal: 42, isLargeFine: false },
    ]);
  });

  it('shows the tape around the fill with its tick marked, and what was signed', async () => {
    const sheet = await openReceipt();
    const chart = await within(sheet).findByRole('img', { name: /^EUR\/USD, 24 prices from 10:59:53 to 10:59:59; filled at 1\.08\d{3}$/ });
    expect(chart.querySelector('.receipt-dot')?.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+h0$/);
    expect(sheet.querySelector('.receipt > .receipt-fields')?.textContent).toBe(
      `Filled at1.08327Bystop lossLevel1.08330Size (lots)0.10Profit−1.50 USDMargin108.34 USDTime${secondSaid('2026-03-04 11:00:00')}Tick81300`,
    );
    fireEvent.click(within(sheet).getByRole('tab', { name: 'Opening' }));
    await expect.poll(() => asksOf('check').length).toBe(2);
    expect(asksOf('check')[1]).toMatchObject({ deal: 41 });
    await expect
      .poll(() => sheet.querySelector('.receipt > .receipt-fields')?.textContent)
      .toMatch(/^Filled at1\.08342Bymarket order.*Fee0\.60 USD/);
  });

  it('an order that was cancelled has none', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    const row = opened('History', 1);
    await within(row).findByRole('button', { name: 'Details' });
    expect(within(row).queryByRole('button', { name: 'Receipt' })).toBeNull();
  });

  it('is reached from the detail of a position too', async () => {
    openRecords('#/order');
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    await press('Holding', 'Details');
    const button = await screen.findByRole('button', { name: 'Receipt: check this fill' });
    const words = document.createRange();
    words.selectNodeContents(button.lastChild as Text);
    const [all, mark, text] = [button, button.querySelector('svg') as SVGElement, words].map((part) => part.getBoundingClientRect());
    expect(Math.abs((mark?.top ?? 0) + (mark?.bottom ?? 0) - (text?.top ?? 0) - (text?.bottom ?? 0))).toBeLessThan(4);
    expect(mark?.right).toBeLessThan(text?.left ?? 0);
    expect(Math.abs((mark?.left ?? 0) - (all?.left ?? 0) - ((all?.right ?? 0) - (text?.right ?? 0)))).toBeLessThan(2);
    fireEvent.click(button);
    const sheet = await screen.findByRole('dialog', { name: 'Receipt · EUR/USD' });
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
  });
});

describe('how its check stands', () => {
  it('a verdict that is kept is shown with its date and not fetched again; "Check again" asks for another', async () => {
    worker.says.fills = () => fills({ ...CLOSING, checked: checked(AMBER) });
    const sheet = await openReceipt();
    await expect.poll(() => headOf(sheet)).toBe(`Not everything can be toldChecked on this device, ${minuteSaid('2026-03-04 11:01')}`);
    expect(sheet.textContent).toContain('Cannot tell This fill is older than what this device has seen of the log.');
    expect(asksOf('check')).toEqual([]);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Check again' }));
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
  });

  it('D9.489 a kept verdict that is checked again waits for the log in sight, and the button is held meanwhile: no tap on it is lost', async () => {
    worker.says.fills = () => fills({ ...CLOSING, checked: checked(AMBER) });
    worker.says.check = () => (asksOf('check').length < 2 ? { kind: 'unsealed' } : done(GREEN));
    const sheet = await openReceipt();
    const again = () => within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Check again' });
    await expect.poll(() => headOf(sheet)).toContain('Not everything can be told');
    fireEvent.click(again());
    await expect.poll(() => sheet.textContent).toContain('Waiting for the log');
    expect([again().disabled, again().getAttribute('aria-busy')]).toEqual([true, 'true']);
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
    expect(again().disabled).toBe(false);
  });

  it('a check that was asked for at the foot is answered in sight, and one that fails takes neither verdict nor button away', async () => {
    const sheet = await openReceipt();
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
    const again = () => within(sheet).getByRole('button', { name: 'Check again' }) as HTMLButtonElement;
    const isVerdictSeen = () => {
      const { top = 0, bottom = 0 } = sheet.querySelector('.receipt-verdict')?.getBoundingClientRect() ?? {};
      return top >= 0 && bottom > 0 && bottom <= innerHeight;
    };
    for (const reply of [done(GREEN), { kind: 'problem', problem: 'offline' } as const]) {
      worker.says.check = () => reply;
      const isSeenFromTheFoot = () => {
        again().scrollIntoView({ block: 'end', behavior: 'instant' });
        return isVerdictSeen();
      };
      await expect.poll(isSeenFromTheFoot).toBe(false);
      fireEvent.click(again());
      await expect.poll(isVerdictSeen).toBe(true);
      expect(headOf(sheet)).toContain('This fill checks out');
      expect(again().disabled).toBe(false);
    }
    expect(sheet.textContent).toContain('You are offline');
  });

  it('red says that the evidence is kept; it is read out at once', async () => {
    worker.says.check = () => done(RED);
    const sheet = await openReceipt();
    const alert = await within(sheet).findByRole('alert');
    expect(alert.textContent).toContain('This fill does not check out');
    expect(sheet.textContent).toContain('No The log does not hold this price at this tick.');
    expect(sheet.textContent).toContain('What it was checked by is kept on this device.');
  });

  it('waits while it is checked, and for a block that is not sealed yet, at the height of the verdict', async () => {
    let answer: (reply: CheckReply) => void = () => undefined;
    worker.says.check = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const sheet = await openReceipt();
    await expect.poll(() => asksOf('check').length).toBe(1);
    await expect.poll(() => headOf(sheet)).toBe('Checking on this deviceSignature, log and rule, step by step.');
    const height = () => Math.round(sheet.querySelector('.receipt-verdict')?.getBoundingClientRect().height ?? 0);
    const before = height();
    // In the sheet, which may still be on its way up.
    const topOf = (part: Element | null) => part?.getBoundingClientRect().top ?? Number.NaN;
    const buttonTop = () => Math.round(topOf(within(sheet).getByRole('button', { name: 'Save as a file' })) - topOf(sheet));
    const sheetHeight = () => Math.round(sheet.getBoundingClientRect().height);
    const whole = [sheetHeight(), buttonTop()];
    expect(sheet.textContent).not.toContain('No prices to show');
    answer({ kind: 'unsealed' });
    await expect.poll(() => headOf(sheet)).toContain('Waiting for the log');
    await expect.poll(() => asksOf('check').length).toBe(2);
    answer(done(GREEN));
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
    expect(height()).toBe(before);
    // D9.414: nothing below has moved from under the thumb.
    expect([sheetHeight(), buttonTop()]).toEqual(whole);
  });

  it('asks before it fetches a long stretch of the tape', async () => {
    worker.says.check = (ask) => (ask.isLargeFine ? done(GREEN) : { kind: 'large', bytes: 580_000, hours: 31 });
    const sheet = await openReceipt();
    await expect
      .poll(() => headOf(sheet))
      .toContain('Between the order and its fill lie 31 hours of prices. To check them all, about 580 KB');
    fireEvent.click(within(sheet).getByRole('button', { name: 'Fetch and check' }));
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
  });

  it('offline shows what the last check said, and goes on by itself when the link is back', async () => {
    let isOffline = true;
    worker.says.check = () => (isOffline ? { kind: 'problem', problem: 'offline' } : done(GREEN));
    const sheet = await openReceipt();
    await expect.poll(() => sheet.textContent).toContain('You are offline. It is checked as soon as you are back.');
    isOffline = false;
    linkState.value = 'closed';
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    linkState.value = 'open';
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
  });

  it('without its fills it says why, in the words of the server, and tries again', async () => {
    worker.says.fills = () => ({ kind: 'problem', problem: 'refused', code: 1004, text: 'Order does not exist' });
    const sheet = await openReceipt();
    expect((await within(sheet).findByRole('alert')).textContent).toMatch(/^The receipt was not given: .+/);
    worker.says.fills = () => fills(CLOSING);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Try again' }));
    await expect.poll(() => headOf(sheet)).toContain('This fill checks out');
  });

  it('a browser that keeps nothing is told so; an order without a fill has no receipt', async () => {
    worker.says.check = () => done(GREEN, false);
    const sheet = await openReceipt();
    await expect.poll(() => sheet.textContent).toContain('This browser keeps nothing');
  });

  it('bodies that are no longer kept are said to be the reason', async () => {
    worker.says.check = () => done({ ...GREEN, rule: { answer: 'unknown', reason: 'bodies-gone' } });
    const sheet = await openReceipt();
    await expect.poll(() => sheet.textContent).toContain('Cannot tell The prices of that time are no longer kept.');
  });
});

/** Texts that are wider than their box, where nothing scrolls. */
const cutTexts = (sheet: HTMLElement): string[] =>
  [...sheet.querySelectorAll<HTMLElement>('p, dt, dd, b, small, button, code')]
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline')
    .map((node) => node.textContent ?? '');

describe('its looks', () => {
  it.each([
    ['320 px', 320, 'ltr', 'light'],
    ['360 px, dark', 360, 'ltr', 'dark'],
    ['360 px, right to left', 360, 'rtl', 'light'],
    // All sizes are in rem: half the window is what 360 px with text of 200 % have.
    ['360 px, text of 200 %', 180, 'ltr', 'dark'],
  ])('cuts nothing, fits the window and has no problem that a machine finds: %s', async (name, width, dir, theme) => {
    await page.viewport(width, 740);
    document.documentElement.dir = dir;
    document.documentElement.setAttribute('data-theme', theme);
    worker.says.check = () => done(name.includes('dark') ? AMBER : name.includes('left') ? RED : GREEN);
    const sheet = await openReceipt();
    await expect.poll(() => sheet.querySelector('.receipt-answers')).not.toBeNull();
    await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
    expect(cutTexts(sheet)).toEqual([]);
    expect(sheet.scrollWidth).toBeLessThanOrEqual(sheet.clientWidth);
    expect(await problemsOf(sheet)).toEqual([]);
    const small = [...sheet.querySelectorAll('.receipt-actions button')].filter((node) => node.getBoundingClientRect().height < 43.5);
    expect(small).toEqual([]);
  });
});
