/** The search of companies in main mode, what is told of one, and the choice that is kept. */
import { screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { chosenCompany, forgetCompany, keepCompany } from '#ui/company/company-choice.ts';
import { readCompanyStatus } from '#ui/company/company-status.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { problemsOf } from '../support/axe.ts';
import { type Asked, type FakeServer, Refusal, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

const STATUS = '/api/company/getCompanyStatus';
const SEARCH = '/api/company/search';
const NORTH = {
  ...{ id: 4, name: 'North Star Ltd', logo: '/icon.svg', url: 'https://north.example/in', subject: 'Broker of metals' },
  ...{ registered_address: '1 North Road', location: '2 Office Street', email: 'help@north.example' },
};
const SOUTH = { ...NORTH, id: 5, name: 'South Star Ltd', logo: '', url: '', subject: '' };
const byName = ({ query }: Asked) => [NORTH, SOUTH].filter(({ name }) => name.toLowerCase().includes((query.name ?? '').toLowerCase()));

let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  // Nothing is known from before.
  sessionNumber.value++;
  forgetCompany();
  server = startFakeServer();
  server.on(STATUS, ({ query }) => ({ status: 1, type: query.id === undefined ? 0 : 1, loss_url: '' }));
  server.on(SEARCH, byName);
});
afterEach(() => {
  app?.close();
  app = undefined;
  server.stop();
  forgetCompany();
});

const names = () => [...(app?.root.querySelectorAll('.company-list b') ?? [])].map((node) => node.textContent);
const openProduct = async () => {
  app = await openApp('/product');
  await screen.findByRole('searchbox');
};

describe('the search', () => {
  it('S1-2.122 D9.266 in main mode is of companies, and of products beside them', async () => {
    await openProduct();
    await expect.poll(names).toEqual(['North Star Ltd', 'South Star Ltd']);
    screen.getByRole('searchbox', { name: 'Search companies' });
    await userEvent.type(screen.getByRole('searchbox'), 'nor');
    await expect.poll(names).toEqual(['North Star Ltd']);
    await userEvent.type(screen.getByRole('searchbox'), 'zzz');
    await screen.findByText('No company matches “norzzz”');
    await userEvent.click(screen.getByRole('tab', { name: 'Markets' }));
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search markets' }));
    await userEvent.type(screen.getByRole('searchbox'), 'xau');
    await userEvent.click(await screen.findByRole('link', { name: /^XAU\/USD/ }));
    await expect.poll(() => location.hash).toBe('#/trade?id=2');
  });

  it.each([{ status: 1, type: 1, loss_url: '' }, { status: 0, type: 0, loss_url: '' }, new Refusal(1004, 'Not found')])(
    'S1-2.122 otherwise is of products, also where the server says %j',
    async (answer) => {
      server.on(STATUS, () => answer);
      await openProduct();
      await expect.poll(() => server.count(STATUS)).toBeGreaterThan(0);
      await screen.findByRole('link', { name: /^EUR\/USD/ });
      expect(screen.queryByRole('tab')).toBeNull();
      expect(server.count(SEARCH)).toBe(0);
    },
  );

  it('says that it failed, and asks again on a tap', async () => {
    server.on(SEARCH, () => new Refusal(0, 'no'));
    await openProduct();
    await screen.findByText('The companies could not be loaded');
    server.on(SEARCH, () => [SOUTH]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(names).toEqual(['South Star Ltd']);
    expect(await problemsOf((app as OpenApp).root)).toEqual([]);
  });
});

describe('what there is to know of a company', () => {
  const show = async (name: string) => {
    await openProduct();
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
    return screen.findByRole('dialog', { name });
  };

  it('S1-2.123 S1-3.19 has name, logo, website, subject, both addresses, e-mail and the way in', async () => {
    const sheet = await show('North Star Ltd');
    within(sheet).getByRole('heading', { name: 'North Star Ltd' });
    expect(sheet.querySelector('.monogram img')?.getAttribute('src')).toBe('/icon.svg');
    const facts = [...sheet.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(facts).toEqual([
      ['Website', 'north.example'],
      ['Subject', 'Broker of metals'],
      ['Registered address', '1 North Road'],
      ['Office address', '2 Office Street'],
      ['E-mail', 'help@north.example'],
    ]);
    const enter = within(sheet).getByRole('link', { name: 'Enter' });
    expect([enter.getAttribute('href'), enter.getAttribute('target'), enter.getAttribute('rel')]).toEqual([
      'https://north.example/in',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(await problemsOf(sheet)).toEqual([]);
    enter.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await userEvent.click(enter);
    expect(chosenCompany()).toBe(4);
  });

  it('one without a site of its own is entered here: its markets are searched, and another can be chosen', async () => {
    const sheet = await show('South Star Ltd');
    expect([...sheet.querySelectorAll('dd')].map((node) => node.textContent)).toEqual([
      '--',
      '--',
      '1 North Road',
      '2 Office Street',
      'help@north.example',
    ]);
    server.on('/api/company/getCompany', ({ query }) => (query.id === '5' ? SOUTH : NORTH));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Enter' }));
    await expect.poll(() => location.hash).toBe('#/');
    expect(chosenCompany()).toBe(5);
    location.hash = '#/product';
    await expect.poll(() => app?.root.querySelector('.banner p')?.textContent).toBe('You are with South Star Ltd');
    expect(screen.queryByRole('tab')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Choose another' }));
    await expect.poll(names).toEqual(['North Star Ltd', 'South Star Ltd']);
    expect(chosenCompany()).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    'http://north.example',
    'https://north.example/\u0000',
    'https://a@evil.example',
    '/in',
  ])('S1-7.32 leads to no website such as %j, and shows no picture from elsewhere', async (url) => {
    server.on(SEARCH, () => [{ ...NORTH, url, logo: 'https://evil.example/a.png' }]);
    const sheet = await show('North Star Ltd');
    expect(sheet.querySelector('a, img')).toBeNull();
    within(sheet).getByRole('button', { name: 'Enter' });
  });
});

describe('the choice', () => {
  it('S1-9.20 D1.9.03 is a cookie for three years, of this site alone, and secure where the page is', async () => {
    const written: string[] = [];
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: (text: string) => written.push(text) });
    keepCompany(4);
    Reflect.deleteProperty(document, 'cookie');
    expect(own.get).toBeTypeOf('function');
    const secure = location.protocol === 'https:' ? ['Secure'] : [];
    expect(written.map((text) => text.split('; '))).toEqual([['company_id=4', 'Path=/', 'Max-Age=94608000', 'SameSite=Lax', ...secure]]);
  });

  it.each(['', '0', '-1', '1e3', '4;x', '99999999999', 'a', '4%0a'])('takes nothing for an id that is none: %j', (value) => {
    // biome-ignore lint/suspicious/noDocumentCookie: what somebody else may have written
    document.cookie = `company_id=${value}; Path=/`;
    expect(chosenCompany()).toBe(value === '4;x' ? 4 : undefined);
  });

  it('goes along with what is asked of companies, and one that is no more is forgotten', async () => {
    keepCompany(4);
    expect(await readCompanyStatus()).toMatchObject({ isMain: false });
    expect(server.asked.at(-1)?.query.id).toBe('4');
    server.on(STATUS, ({ query }) => (query.id === undefined ? { status: 1, type: 0, loss_url: '' } : new Refusal(1004, 'Not found')));
    expect(await readCompanyStatus()).toMatchObject({ isMain: true });
    expect(chosenCompany()).toBeUndefined();
    await waitFor(() => expect(server.count(STATUS)).toBe(3));
  });
});
