import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CompareReply, Pin, PinReply } from '#protocol/receipts.ts';
import { connectEngine } from '#ui/engine/watch.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { TapePin } from '#ui/receipts/tape-pin.tsx';
import '#ui/tokens.css';
import '#ui/shell/frame.css';
import { problemsOf } from '../support/axe.ts';
import { secondSaid } from '../support/moments.ts';
import { FakeEngine } from '../trade/fake-market.ts';
import { type AskedReceipts, CLOSING, checked, GREEN, PIN, receiptWorker } from './receipt-answers.ts';

const FIRST = secondSaid('2026-03-04 11:00:00');
const shown = (over: Partial<Pin> = {}): PinReply => ({ kind: 'pin', pin: { ...PIN, ...over } });
let worker: AskedReceipts;

beforeAll(() => needTexts('shell', 'errors', 'receipt'));
beforeEach(() => {
  worker = receiptWorker({ pin: () => shown() });
  const engine = new FakeEngine();
  engine.receipts = (ask) => worker.answer(ask);
  connectEngine(engine);
});
afterEach(async () => {
  cleanup();
  connectEngine(null);
  document.documentElement.dir = 'ltr';
  document.documentElement.setAttribute('data-theme', 'light');
  await page.viewport(360, 740);
});

const show = (): HTMLElement => render(<TapePin />).container as HTMLElement;
async function openCompare(): Promise<HTMLElement> {
  const sheet = show();
  fireEvent.click(await screen.findByRole('button', { name: 'Compare with a friend' }));
  await screen.findByRole('region', { name: "Your friend's" });
  return sheet;
}
async function compare(reply: CompareReply): Promise<string> {
  worker.says.compare = () => reply;
  const sheet = await openCompare();
  fireEvent.input(screen.getByRole('textbox', { name: 'Checkpoint' }), { target: { value: 'trade.example/tape\n5\n…' } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const theirs = screen.getByRole('region', { name: "Your friend's" });
  await expect.poll(() => theirs.querySelector('.receipt-verdict, .banner')).not.toBeNull();
  expect(worker.asked.at(-1)).toEqual({ kind: 'compare', text: 'trade.example/tape\n5\n…' });
  expect(await problemsOf(sheet)).toEqual([]);
  return theirs.querySelector('.receipt-verdict, .banner')?.textContent ?? '';
}

describe('the log as this device knows it', () => {
  it('D9.297 shows its key, when it was first seen and how many checkpoints are kept', async () => {
    const sheet = show();
    await expect
      .poll(() => sheet.querySelector('.receipt-fields')?.textContent)
      .toBe(
        `Logtrade.example/tapeKey${PIN.vkey}First seen${FIRST}Signatures kept1,441Oldest900 blocks, ${FIRST}Newest87,300 blocks, ${secondSaid('2026-03-05 11:00:00')}`,
      );
  });

  it('says that nothing is kept yet, that a browser keeps nothing, and what it could not learn', async () => {
    worker.says.pin = () => ({ kind: 'pin', pin: undefined });
    const sheet = show();
    await expect.poll(() => sheet.textContent).toContain('Nothing is kept yet.');
    cleanup();
    worker.says.pin = () => shown({ isKept: false });
    const lost = show();
    await expect.poll(() => lost.textContent).toContain('This browser keeps nothing between visits.');
    cleanup();
    worker.says.pin = () => ({ kind: 'problem', problem: 'offline' });
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('You are offline.');
  });

  it('another log is believed only when its person says so', async () => {
    const offered = { origin: 'trade.example/tape/2', vkey: 'trade.example/tape/2+00000000+AAAA' };
    worker.says.pin = () => shown({ offered });
    worker.says.accept = () => shown({ origin: offered.origin, vkey: offered.vkey });
    const sheet = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Accept the new log' }));
    await expect.poll(() => sheet.querySelector('.receipt-fields')?.textContent).toContain('Logtrade.example/tape/2');
    expect(worker.asked.at(-1)).toEqual({ kind: 'accept', vkey: offered.vkey });
    expect(screen.queryByRole('button', { name: 'Accept the new log' })).toBeNull();
  });

  it("one's own checkpoint is shown as a picture and as text", async () => {
    await openCompare();
    const mine = within(screen.getByRole('region', { name: 'Yours' }));
    const picture = (await mine.findByRole('img')) as HTMLCanvasElement;
    await expect.poll(() => picture.width).toBeGreaterThan(40);
    expect((mine.getByRole('textbox', { name: 'Your newest checkpoint' }) as HTMLTextAreaElement).value).toBe(PIN.newest?.note);
  });

  it('a checkpoint is explained in a line, and can be handed to the share sheet of a phone that has one', async () => {
    const shared: ShareData[] = [];
    Object.defineProperty(navigator, 'share', { configurable: true, value: async (data: ShareData) => void shared.push(data) });
    try {
      await openCompare();
      const mine = within(screen.getByRole('region', { name: 'Yours' }));
      await mine.findByText(/signed word on every price so far/);
      fireEvent.click(mine.getByRole('button', { name: 'Share' }));
      expect(shared).toEqual([{ text: PIN.newest?.note }]);
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('what came of a comparison is scrolled into view', async () => {
    worker.says.compare = () => ({ kind: 'unreadable', reason: 'malformed' });
    const sheet = await openCompare();
    await within(screen.getByRole('region', { name: 'Yours' })).findByRole('img');
    fireEvent.input(screen.getByRole('textbox', { name: 'Checkpoint' }), { target: { value: 'x' } });
    scrollTo(0, 0);
    fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
    await expect.poll(() => sheet.querySelector('.receipt-compared .banner')).not.toBeNull();
    const bottom = () => sheet.querySelector('.receipt-compared .banner')?.getBoundingClientRect().bottom ?? 0;
    await expect.poll(bottom).toBeLessThanOrEqual(innerHeight);
  });

  it('what is compared is in sight, and what was said of one text stands beside no other', async () => {
    worker.says.compare = () => ({ kind: 'unreadable', reason: 'malformed' });
    const sheet = await openCompare();
    const text = screen.getByRole('textbox', { name: 'Checkpoint' }) as HTMLTextAreaElement;
    await within(screen.getByRole('region', { name: 'Yours' })).findByRole('img');
    await expect.poll(() => Math.abs(sheet.querySelector('.receipt-compare')?.getBoundingClientRect().top ?? 99)).toBeLessThan(60);
    fireEvent.input(text, { target: { value: 'trade.example/tape' } });
    const [chooser] = sheet.querySelectorAll<HTMLInputElement>('input[type="file"]');
    await userEvent.upload(chooser as HTMLInputElement, new File(['{}'], 'receipt-7.json'));
    const theirs = within(screen.getByRole('region', { name: "Your friend's" }));
    await theirs.findByText(/neither a whole checkpoint nor a receipt/);
    expect(text.value).toBe('');
    theirs.getByText('receipt-7.json');
    fireEvent.input(text, { target: { value: 'x' } });
    await expect.poll(() => theirs.queryByText('receipt-7.json')).toBeNull();
    expect(theirs.queryByText(/neither a whole checkpoint/)).toBeNull();
  });

  it('an answer that comes after another text was typed or another file opened is of neither, and is not shown', async () => {
    const answers: ((reply: CompareReply) => void)[] = [];
    worker.says.compare = () => new Promise((resolve) => void answers.push(resolve));
    const same: CompareReply = { kind: 'log', answer: { answer: 'yes', reason: 'extends' }, size: 9 };
    const sheet = await openCompare();
    const shown = () => sheet.querySelector('.receipt-compared')?.textContent;
    const text = screen.getByRole('textbox', { name: 'Checkpoint' });
    const press = () => fireEvent.click(screen.getByRole('button', { name: /^Compare$/ }));
    fireEvent.input(text, { target: { value: 'one' } });
    press();
    await expect.poll(() => answers.length).toBe(1);
    fireEvent.input(text, { target: { value: 'other' } });
    press();
    await expect.poll(() => answers.length).toBe(2);
    const [chooser] = sheet.querySelectorAll<HTMLInputElement>('input[type="file"]');
    await userEvent.upload(chooser as HTMLInputElement, new File(['{}'], 'receipt-7.json'));
    await expect.poll(() => answers.length).toBe(3);
    answers[0]?.(same);
    answers[1]?.(same);
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toBe('');
    answers[2]?.({ kind: 'unreadable', reason: 'malformed' });
    await expect.poll(shown).toContain('neither a whole checkpoint nor a receipt');
    answers[0]?.(same);
    expect(worker.asked.flatMap((ask) => (ask.kind === 'compare' ? [ask.text] : []))).toEqual(['one', 'other', '{}']);
  });

  it('D9.415 a file is looked at as its bytes are, and not at all where they are no UTF-8', async () => {
    worker.says.compare = () => ({ kind: 'unreadable', reason: 'malformed' });
    const sheet = await openCompare();
    const [chooser] = sheet.querySelectorAll<HTMLInputElement>('input[type="file"]');
    const choose = (bytes: readonly number[]) =>
      userEvent.upload(chooser as HTMLInputElement, new File([Uint8Array.from(bytes)], 'a.json'));
    const compared = () => worker.asked.flatMap((ask) => (ask.kind === 'compare' ? [ask.text] : []));
    await choose([0xef, 0xbb, 0xbf, 0x7b, 0x7d]);
    await expect.poll(compared).toEqual(['\uFEFF{}']);
    const theirs = within(screen.getByRole('region', { name: "Your friend's" }));
    await theirs.findByText(/neither a whole checkpoint nor a receipt/);
    worker.says.compare = () => ({ kind: 'log', answer: { answer: 'yes', reason: 'extends' }, size: 9 });
    await choose([0x7b, 0xff, 0x7d]);
    await expect.poll(() => sheet.textContent).toContain('neither a whole checkpoint nor a receipt');
    expect(compared()).toHaveLength(1);
  });

  it.each<[string, CompareReply, RegExp]>([
    ['one log', { kind: 'log', answer: { answer: 'yes', reason: 'extends' }, size: 87_000 }, /^The same logYour friend's 87,000 blocks/],
    [
      'two logs',
      { kind: 'log', answer: { answer: 'no', reason: 'two-roots' }, size: 9 },
      /^Not the same log.* Keep both: they are proof\.$/,
    ],
    [
      'D9.422 an answer that leads nowhere',
      { kind: 'log', answer: { answer: 'no', reason: 'consistency' }, size: 9 },
      /^Not the same log.* proves nothing by itself: keep both, and compare again\.$/,
    ],
    [
      'another key',
      { kind: 'log', answer: { answer: 'unknown', reason: 'key-changed' }, size: 0 },
      /^Cannot tellIt is signed with another key/,
    ],
    ['newer than the server', { kind: 'log', answer: { answer: 'unknown', reason: 'behind' }, size: 9 }, /^Cannot tellIt is newer/],
    ['something else', { kind: 'unreadable', reason: 'malformed' }, /^This is neither a whole checkpoint nor a receipt/],
    ['a newer version', { kind: 'unreadable', reason: 'newer-version' }, /newer version/],
    ['a receipt', { kind: 'receipt', deal: CLOSING.deal, checked: checked(GREEN) }, /^This fill checks outReceipt of deal 42/],
  ])("a friend's text: %s", async (_name, reply, words) => {
    expect(await compare(reply)).toMatch(words);
  });

  it.each([
    ['320 px', 320, 'ltr', 'light'],
    ['360 px, right to left, dark', 360, 'rtl', 'dark'],
    ['360 px, text of 200 %', 180, 'ltr', 'light'],
  ])('cuts nothing: %s', async (_name, width, dir, theme) => {
    await page.viewport(width, 740);
    document.documentElement.dir = dir;
    document.documentElement.setAttribute('data-theme', theme);
    const sheet = await openCompare();
    await within(screen.getByRole('region', { name: 'Yours' })).findByRole('img');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await problemsOf(sheet)).toEqual([]);
  });
});
