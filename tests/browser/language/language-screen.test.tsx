/** The choice of a language. The reload itself is looked at end to end: here it would take the test with it. */

import { screen } from '@testing-library/preact';
import { render as put } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Language } from '#domain/languages.ts';
import { needTexts, showLanguage } from '#ui/language/i18n.ts';
import { languageName } from '#ui/language/language-name.ts';
import { navigate } from '#ui/navigation/navigate.ts';
import { LanguageChoice } from '#ui/screens/language/language-screen.tsx';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser, type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';

let box: HTMLElement;
let reloads: string[];
const open = async (languages: readonly Language[]) => {
  await needTexts('shell', 'account');
  navigate('/user');
  navigate('/language');
  put(<LanguageChoice languages={languages} reload={() => reloads.push(location.hash)} />, box);
};
beforeEach(() => {
  reloads = [];
  box = document.createElement('div');
  document.body.append(box);
});
afterEach(async () => {
  put(null, box);
  box.remove();
  localStorage.clear();
  await showLanguage('en');
});

describe('the list of languages', () => {
  it('D9.265 calls each language by its own name, and marks the one that is shown', async () => {
    await open(['hk', 'en', 'fr', 'ar']);
    const buttons = [...box.querySelectorAll('li button')];
    expect(buttons.map((button) => button.textContent)).toEqual(['hk', 'en', 'fr', 'ar'].map((code) => languageName(code as Language)));
    expect(buttons.map((button) => button.getAttribute('lang'))).toEqual(['zh-Hant-HK', 'en', 'fr', 'ar']);
    expect(buttons.map((button) => button.getAttribute('aria-current'))).toEqual(['false', 'true', 'false', 'false']);
    expect([languageName('en'), languageName('fr'), languageName('jp')]).toEqual(['English', 'Français', '日本語']);
    expect(await problemsOf(box)).toEqual([]);
  });

  it('S1-2.121 S1-1.15 choosing one keeps it and goes back', async () => {
    await open(['en', 'de']);
    await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }));
    await expect.poll(() => location.hash).toBe('#/user');
    expect(localStorage.getItem('lang')).toBe('de');
    expect(reloads).toEqual([]);
  });

  describe('of who is logged in', () => {
    let server: FakeServer;
    let told: unknown[];
    beforeEach(() => {
      server = startFakeServer();
      told = [];
    });
    afterEach(() => {
      user.value = null;
      server.stop();
    });

    it('D9.314 the server is told in which language letters go out, before the page goes; of a demo account and a visitor it is not', async () => {
      server.on('/api/user/profile', ({ body }) => {
        told.push([body, location.hash]);
        return null;
      });
      for (const who of [null, demoUser, realUser]) {
        user.value = who;
        await open(['en', 'de']);
        await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }));
        await expect.poll(() => location.hash).toBe('#/user');
        put(null, box);
      }
      expect(told).toEqual([[{ lang: 'de' }, '#/language']]);
    });

    it('D9.314 a server that does not answer well keeps nobody here, and whoever has left is not taken back again', async () => {
      user.value = realUser;
      server.on('/api/user/profile', () => new Refusal(1003, 'Wait'));
      await open(['en', 'de', 'fr']);
      await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }));
      await expect.poll(() => location.hash).toBe('#/user');
      expect(localStorage.getItem('lang')).toBe('de');
      put(null, box);

      let answer: (value: null) => void = () => undefined;
      const answered = new Promise<null>((resolve) => {
        answer = resolve;
      });
      server.on('/api/user/profile', () => answered);
      await open(['en', 'de', 'fr']);
      await userEvent.click(screen.getByRole('button', { name: 'Français' }));
      expect(screen.getByRole('button', { name: 'Français' }).getAttribute('aria-current')).toBe('true');
      navigate('/trade');
      put(null, box);
      answer(null);
      await answered;
      await new Promise(requestAnimationFrame);
      expect(location.hash).toBe('#/trade');
    });
  });

  it('S1-2.30 D1.2.09 leaving loads the page anew, where it was left to, also when nothing was chosen', async () => {
    await open(['en']);
    navigate('/trade');
    expect(reloads).toEqual([]);
    put(null, box);
    expect(reloads).toEqual(['#/trade']);
    expect(localStorage.getItem('lang')).toBeNull();
  });
});
