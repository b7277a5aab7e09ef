/** /mine/system on a slow line, by keyboard and in large letters; and the figures of Account on the narrowest phone. */
import { screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LIMIT_KINDS } from '#domain/own-limits.ts';
import { balanceRow } from '../support/fake-server.ts';
import { openApp } from '../support/open-app.tsx';
import { openSecurity, securityStage } from './open-security.tsx';

const stage = securityStage();
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await page.viewport(360, 740);
});

const PROTECTION = {
  ...{ frozen: '0', by: '', since: 0, liftable: 0 },
  limits: LIMIT_KINDS.map((kind) => ({ kind, value: '', next: '', from: 0, used: '', turns: 0 })),
  ...{ locked: 0, pause: Date.UTC(2031, 4, 6), excluded: 0, remind: 0, withdrawals: Date.UTC(2031, 4, 6) },
};
const later = <T,>(ms: number, answer: T) => new Promise<T>((resolve) => setTimeout(() => resolve(answer), ms));
const row = (name: RegExp) => screen.findByRole('button', { name });

describe('/mine/system', () => {
  it('D9.404 moves nothing while its lists come, each at its time', async () => {
    let shift = 0;
    const watched = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
    });
    watched.observe({ type: 'layout-shift' });
    stage.server.on('/api/user/sessions', () => later(150, stage.sessions));
    stage.server.on('/api/user/security', () => later(300, stage.own));
    stage.server.on('/api/user/protection', () => later(600, PROTECTION));
    await openSecurity(stage);
    await later(100, undefined);
    shift = 0;
    await row(/^Close the account/);
    await row(/^Log out/);
    await later(100, undefined);
    watched.disconnect();
    expect(shift).toBeLessThanOrEqual(0.02);
  });

  it('the ring of a row that has the focus is whole within its card', async () => {
    await openSecurity(stage);
    const second = await row(/^Passkeys/);
    (await row(/^Second factor/)).focus();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(second);
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(second);
    expect(outlineStyle).toBe('solid');
    expect(Number.parseFloat(outlineOffset)).toBeLessThanOrEqual(-Number.parseFloat(outlineWidth));
  });

  it.each([
    [320, '100%'],
    [360, '200%'],
  ])('D9.404 at %i px and letters of %s the arrow of a row stands in its line, at its end', async (width, size) => {
    await page.viewport(width, 740);
    document.documentElement.style.fontSize = size;
    await openSecurity(stage);
    await row(/^Login history/);
    for (const button of document.querySelectorAll<HTMLElement>('.security-row')) {
      const box = button.getBoundingClientRect();
      const arrow = (button.querySelector('.icon:last-child') as HTMLElement).getBoundingClientRect();
      const words = (button.querySelector('.security-row-name') as HTMLElement).getBoundingClientRect();
      expect(arrow.left, button.textContent ?? '').toBeGreaterThanOrEqual(words.right - 1);
      expect(box.right - arrow.right, button.textContent ?? '').toBeLessThanOrEqual(40);
      expect(Math.abs((arrow.top + arrow.bottom) / 2 - (box.top + box.bottom) / 2), button.textContent ?? '').toBeLessThanOrEqual(2);
    }
  });

  it('its title is whole in letters of double size', async () => {
    document.documentElement.style.fontSize = '200%';
    await openSecurity(stage);
    const title = await screen.findByRole('heading', { level: 1 });
    expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
    expect(getComputedStyle(title).textOverflow).not.toBe('ellipsis');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });
});

describe('the figures of Account', () => {
  it.each([
    [320, '25000', '5000'],
    [320, '1250000', '125000'],
    [360, '125000', '125000'],
    [360, '1250000', '1250000'],
  ])('at %i px never touch: %s and %s', async (width, one, other) => {
    await page.viewport(width, 740);
    stage.server.on('/v2/api/main/wallet/getBalance', () => [
      balanceRow('forex', one),
      balanceRow('micro', other),
      balanceRow('change', other),
    ]);
    stage.app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('Capital');
    const card = document.querySelector('.assets') as HTMLElement;
    const texts = [...card.querySelectorAll('.assets-parts dd')].map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    });
    for (const [index, box] of texts.entries()) {
      expect(box.right).toBeLessThanOrEqual(card.getBoundingClientRect().right);
      const next = texts.slice(index + 1).find(({ top, left }) => Math.abs(top - box.top) < 2 && left > box.left);
      if (next) expect(next.left - box.right).toBeGreaterThanOrEqual(4);
    }
  });
});
