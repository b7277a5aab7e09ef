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
import { problemsOf } from '../support/axe.ts';

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

  it('S1-2.30 D1.2.09 leaving loads the page anew, where it was left to, also when nothing was chosen', async () => {
    await open(['en']);
    navigate('/trade');
    expect(reloads).toEqual([]);
    put(null, box);
    expect(reloads).toEqual(['#/trade']);
    expect(localStorage.getItem('lang')).toBeNull();
  });
});
