import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MicroTermsReply } from '#protocol/rest/micro.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { answerMicros, micros, NOW, terms } from '../micro/micro-market.ts';
import { problemsOf } from '../support/axe.ts';
import { realUser } from '../support/fake-server.ts';
import { order, push } from './fake-market.ts';
import { amount, confirm, figure, openMicro, openSheet, resetMicroTrade, SITE, sent, sheet, side } from './open-micro.tsx';
import { buy, chartOf, chip, ENDS, leaveTrade, openTrade, reason, strip, tab, world, type as write } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMicroTrade);
afterEach(leaveTrade);

describe('the tab of micro trades', () => {
  it('S1-2.49 is there only where the site has them, and switches the panel; the contract form keeps what was typed', async () => {
    putSite({ ...SITE, is_micro: '0' });
    openTrade();
    const lots = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Lots' });
    expect(screen.queryByRole('tab', { name: 'Micro' })).toBeNull();
    putSite(SITE);
    write(lots, '0.37');
    fireEvent.click(await tab('Micro'));
    await expect.poll(() => screen.queryByRole('button', { name: 'Buy up' })).not.toBeNull();
    expect(screen.queryByRole('spinbutton', { name: 'Lots' })).toBeNull();
    fireEvent.click(await tab('Contract'));
    await expect.poll(() => screen.queryByRole<HTMLInputElement>('spinbutton', { name: 'Lots' })?.value).toBe('0.37');
  });

  it('S1-2.79 shows open, high, low and close of the candle that is forming, as they move', async () => {
    await openMicro();
    const figures = () => [...document.querySelectorAll('.micro-candle dd')].map((node) => node.textContent);
    expect(figures()).toEqual(['--', '--', '--', '--']);
    chartOf(1);
    push({ bars: [{ timeMs: ENDS, open: 1.0833, high: 1.0837, low: 1.0831, close: 1.08342, volume: 4 }] });
    await expect.poll(figures).toEqual(['1.08330', '1.08370', '1.08310', '1.08342']);
    push({ bars: [{ timeMs: ENDS, open: 1.0833, high: 1.084, low: 1.0831, close: 1.084, volume: 5 }] });
    await expect.poll(figures).toEqual(['1.08330', '1.08400', '1.08310', '1.08400']);
  });

  it('S1-2.80 Buy up and Buy down open the sheet of their side; nothing can be opened in a market that is closed or at an old price', async () => {
    await openMicro();
    expect(await problemsOf(document.body)).toEqual([]);
    fireEvent.click(side('down'));
    fireEvent.click(within(await sheet('Buy down · EUR/USD')).getByRole('button', { name: 'Close' }));
    push({ quotes: [{ id: 1, close: 1.08342, state: 1 }] });
    await expect.poll(() => [side('up').disabled, side('down').disabled]).toEqual([true, true]);
    expect(reason()).toMatch(/Waiting for a fresh price/);
    push({ quotes: [{ id: 1, close: 1.08342, state: 2 }] });
    await expect.poll(reason).toMatch(/closed/i);
    expect([side('up').disabled, side('down').disabled]).toEqual([true, true]);
  });
});

describe('a press in the very moment in which something is drawn', () => {
  // Pressed as by a person: `fireEvent` would do first what the page does after it has drawn.
  const pressOther = async (name: string, old: HTMLElement) => {
    const other = () => {
      const drawn = screen.getByRole('tab', { name });
      if (drawn === old) throw new Error('the page has not been drawn anew');
      return drawn;
    };
    (await waitFor(other)).click();
  };
  const pictures = async (count: number) => {
    for (let picture = 0; picture < count; picture++) await new Promise(requestAnimationFrame);
  };

  it('S1-2.49 of the other form holds, whichever the address names', async () => {
    openTrade('#/trade?tab=0');
    const old = await tab('Micro');
    sessionNumber.value++;
    await pressOther('Micro', old);
    await pictures(10);
    expect((await tab('Micro')).ariaSelected).toBe('true');
  });

  it('S1-2.66 of a stop opens it, though an order was taken before', async () => {
    world.calls = answerMicros({ '/v2/api/forex/submit': () => ({ data: { Id: 501, Seq: 81_234, Order: order({}) } }) });
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await strip();
    fireEvent.click(await tab('Micro'));
    await screen.findByRole('button', { name: 'Buy up' });
    (await tab('Contract')).click();
    (await chip('Stop loss')).click();
    await pictures(10);
    expect((await chip('Stop loss')).ariaExpanded).toBe('true');
  });
});

describe('the sheet of a micro trade', () => {
  it('S1-2.80 stays open though it was asked for in the very moment in which its button was drawn', async () => {
    openTrade();
    // Pressed as by a person: `fireEvent` would do first what the page does after it has drawn.
    (await tab('Micro')).click();
    (await screen.findByRole('button', { name: 'Buy up' })).click();
    await within(await sheet()).findByRole('group', { name: 'Duration and profit rate' });
  });

  it('S1-2.82 S1-2.83 shows side, durations with their rates, why some are not offered, balance and honest odds', async () => {
    const dialog = await openSheet();
    const choices = within(dialog.querySelector('.choice-row') as HTMLElement).getAllByRole<HTMLButtonElement>('button');
    expect(choices.map((choice) => [choice.textContent, choice.disabled, choice.ariaPressed])).toEqual([
      ['30 s80%', true, 'false'],
      ['1 min85%', false, 'true'],
      ['2 min88%', false, 'false'],
      ['5 min90%', true, 'false'],
    ]);
    expect(dialog.textContent).toContain('30 s: not offered now');
    expect(dialog.textContent).toContain('5 min: would end after the market has closed');
    expect([figure(dialog, 'Profit rate'), figure(dialog, 'Balance')]).toEqual(['85%', '10,000.00']);
    // Positions that lose lessen what may be staked, and not the balance.
    expect(document.querySelector('.trade-bar dl')?.textContent).toBe('Available9,876.50 USD');
    expect(dialog.querySelector('.micro-odds')?.textContent).toBe(
      'Wins if it ends at its open price or above: +85%. Below: \u2212100%. By chance 50.1 of 100 trades of 1 min win, so one costs 7.3% of its amount on average.',
    );
    expect(dialog.textContent).toContain('It cannot be sold early.');
    fireEvent.click(choices[2] as HTMLElement);
    await expect.poll(() => figure(dialog, 'Profit rate')).toBe('88%');
    expect(dialog.textContent).toContain('50.4 of 100');
    expect(await problemsOf(dialog)).toEqual([]);
  });

  it('S1-2.82 of real money the balance is that of the micro account', async () => {
    user.value = realUser;
    const rows = ['forex', 'micro', 'change'].map((type, at) => ({
      ...{ type, balance: String(100 + at), lockBalance: '0', deficit: '0', accountTypeId: at, currencyId: 1 },
    }));
    world.calls = answerMicros({ '/v2/api/main/wallet/getBalance': () => ({ data: rows }) });
    const dialog = await openSheet();
    await expect.poll(() => figure(dialog, 'Balance')).toBe('101.00');
  });

  it('D1.3.15 D9.425 where a real person has one account, it is the balance of that one, which contracts are of too', async () => {
    user.value = realUser;
    const row = { type: 'change', balance: '1700', lockBalance: '0', deficit: '0', accountTypeId: 3, currencyId: 1 };
    world.calls = answerMicros({ '/v2/api/main/wallet/getBalance': () => ({ data: [row] }) });
    const dialog = await openSheet();
    push({ account: { balance: '1650', equity: '1650', margin: '0', usable: '1650', profit: '0' } });
    await expect.poll(() => figure(dialog, 'Balance')).toBe('1,650.00');
  });

  it('S1-2.85 S1-5.32 the least amount of the duration is a hint, presets fill the field; without a duration nothing is sent', async () => {
    micros.terms = { ...terms(), sec: terms().sec.map((each) => ({ ...each, Offered: 0 as const })) };
    const dialog = await openSheet();
    expect(dialog.textContent).toContain('No duration is offered');
    expect([confirm(dialog).disabled, dialog.querySelector('.ticket-reason')?.textContent]).toEqual([true, 'Choose a duration']);
    fireEvent.click(confirm(dialog));
    expect(sent()).toEqual([]);
  });

  it('S1-2.85 S1-2.87 D1.5.16 D9.384 the amount has the hint of its duration and presets; what it would come to follows, in two digits', async () => {
    const dialog = await openSheet();
    expect(amount(dialog).value).toBe('10');
    expect([amount(dialog).placeholder, dialog.querySelector('.micro-least')?.textContent]).toEqual(['>= 10', '≥ 10 USD']);
    fireEvent.click(within(dialog).getByRole('button', { name: /^2 min/ }));
    await expect.poll(() => amount(dialog).placeholder).toBe('>= 20');
    fireEvent.click(within(dialog).getByRole('button', { name: /^1 min/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: '500' }));
    await expect.poll(() => amount(dialog).value).toBe('500');
    write(amount(dialog), '33.33');
    await expect.poll(() => figure(dialog, 'Expected profit')).toBe('+28.33');
    expect([figure(dialog, 'Returned if right'), figure(dialog, 'Lost if wrong')]).toEqual(['61.66', '\u221233.33']);
    expect(confirm(dialog).textContent).toBe('Confirm · Buy up 33.33');
    expect(dialog.textContent).not.toContain('At least');
    const topOf = (part: Element | null) => part?.getBoundingClientRect().top ?? Number.NaN;
    const top = () => Math.round(topOf(dialog.querySelector('.micro-presets')) - topOf(amount(dialog)));
    const before = top();
    write(amount(dialog), '1');
    await expect.poll(() => dialog.textContent).toContain('At least 10.00 USD for this duration');
    expect(top(), 'D9.388: nothing moves for it').toBe(before);
    // The server has the last word on it.
    expect(confirm(dialog).disabled).toBe(false);
    for (const [text, problem] of [
      ['1.005', 'At most two digits after the point'],
      ['9876.51', 'More than the 9,876.50 USD that are available'],
    ] as const) {
      write(amount(dialog), text);
      await expect.poll(() => dialog.textContent).toContain(problem);
      expect([confirm(dialog).disabled, confirm(dialog).textContent]).toEqual([true, 'Confirm · Buy up']);
    }
  });

  it('S1-2.87 on a page that runs from right to left each figure stands below its name, and the least amount keeps its distance from the edge', async () => {
    const dialog = await openSheet();
    dialog.dir = 'rtl';
    const end = (element: Element | null) => {
      const text = document.createRange();
      text.selectNodeContents(element as Element);
      return text.getBoundingClientRect();
    };
    const names = [...dialog.querySelectorAll('.micro-figures dt')];
    expect(names.length).toBe(6);
    for (const name of names) expect(Math.abs(end(name).right - end(name.nextElementSibling).right)).toBeLessThan(1);
    const box = (dialog.querySelector('.field-box') as Element).getBoundingClientRect();
    expect(end(dialog.querySelector('.micro-least')).left - box.left).toBeGreaterThanOrEqual(12);
  });

  it("D9.135 D9.175 an end may be chosen in place of a duration, by the server's clock; the nearest is chosen from the start", async () => {
    const dialog = await openSheet();
    fireEvent.click(within(dialog).getByRole('tab', { name: 'At a time' }));
    const group = await within(dialog).findByRole('group', { name: 'End time' });
    const ends = within(group).getAllByRole<HTMLButtonElement>('button');
    expect(ends.map((end) => end.textContent?.slice(0, 5))).toEqual(['10:02', '10:03', '10:04', '10:05']);
    expect(ends.map((end) => end.ariaPressed)).toEqual(['true', 'false', 'false', 'false']);
    expect(confirm(dialog).disabled).toBe(false);
    fireEvent.click(confirm(dialog));
    await expect.poll(sent).toMatchObject([{ expire_at: String(NOW + 115_000), seen_ratio: '0.85' }]);
    expect(sent()[0]).not.toHaveProperty('seconds');
  });

  it('S1-2.83 each duration stands on one line on a phone 360 px wide', async () => {
    const sec = [30, 60, 120, 300, 600].map((Seconds) => ({ ...(terms().sec[1] as MicroTermsReply['sec'][number]), Id: Seconds, Seconds }));
    micros.terms = { ...terms(), sec };
    const dialog = await openSheet();
    const chips = [...dialog.querySelectorAll<HTMLElement>('.choice-row button')];
    expect(chips.map(({ textContent }) => textContent)).toEqual(['30 s85%', '1 min85%', '2 min85%', '5 min85%', '10 min85%']);
    const lines = (chip: HTMLElement) => {
      const range = document.createRange();
      range.selectNodeContents(chip.firstChild as Node);
      return range.getClientRects().length;
    };
    expect(chips.map(lines)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(chips.map((chip) => chip.offsetTop)).size).toBe(1);
  });
});
