/** Where a browser is sent away from this site, and where it is not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chosenCompany, forgetCompany, keepCompany } from '#ui/company/company-choice.ts';
import { leaveSite } from '#ui/company/leave-site.ts';
import { putSite } from '#ui/state/site.ts';
import { type FakeServer, OFFLINE, startFakeServer } from '../support/fake-server.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0.0.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';
let server: FakeServer;
let gone: string[];
const place = (host = 'm.trade.example') => ({
  ...{ protocol: 'https:', host, hostname: host.split(':')[0] ?? '', port: host.split(':')[1] ?? '', hash: '#/trade?id=1' },
  replace: (url: string) => void gone.push(url),
});
const saying = (answer: unknown) => server.on('/api/company/getCompanyStatus', () => answer);
beforeEach(() => {
  gone = [];
  server = startFakeServer();
  putSite({});
});
afterEach(() => {
  server.stop();
  forgetCompany();
  putSite({});
  vi.restoreAllMocks();
});

describe('a company that has ended', () => {
  it('S1-7.32 sends the browser to its loss_url', async () => {
    putSite({ loss_hosts: 'closed.example' });
    saying({ status: 0, type: 1, loss_url: 'https://closed.example/why' });
    await leaveSite(place(), PHONE);
    expect(gone).toEqual(['https://closed.example/why']);
  });

  it.each([
    'https://other.example/',
    'javascript:alert(1)',
    '//closed.example',
    'http://closed.example',
    'https://closed.example\\@evil.example',
    'https://closed.example/\r\n',
    'https://m.trade.example/',
    '/closed',
  ])('S1-7.32 D1.7.16 D9.267 stays where %j is named, and says so to developers', async (loss_url) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    putSite({ loss_hosts: 'closed.example' });
    saying({ status: 0, type: 1, loss_url });
    await leaveSite(place(), PHONE);
    expect(gone).toEqual([]);
    expect(warn.mock.calls.flat().join()).toContain('loss_url: got ');
  });

  it.each([
    { status: 1, type: 0, loss_url: 'https://closed.example/' },
    { status: 0, type: 0, loss_url: '' },
    { loss_url: 'https://closed.example/' },
    null,
    OFFLINE,
  ])('S1-7.32 stays where the server says %s', async (answer) => {
    putSite({ loss_hosts: 'closed.example' });
    saying(answer);
    await leaveSite(place(), PHONE);
    expect(gone).toEqual([]);
  });
});

describe('a desktop', () => {
  beforeEach(() => saying({ status: 1, type: 1, loss_url: '' }));

  it('S1-9.22 D1.9.04 is sent to its own address where the site wants it, with the page that it was at', async () => {
    putSite({ pc_redirect: '1' });
    await leaveSite(place('m.trade.example:8443'), DESKTOP);
    expect(gone).toEqual(['https://pc.trade.example:8443/#/trade?id=1']);
  });

  it.each([
    ['0', 'm.trade.example', DESKTOP],
    ['1', 'm.trade.example', PHONE],
    ['1', 'pc.trade.example', DESKTOP],
    ['1', 'trade.example', DESKTOP],
    ['1', '127.0.0.1:8080', DESKTOP],
  ])('S1-9.22 stays with pc_redirect %s at %s as %s', async (pc_redirect, host, agent) => {
    putSite({ pc_redirect });
    await leaveSite(place(host), agent);
    expect(gone).toEqual([]);
  });
});

it('S1-9.20 D9.268 a start writes the choice of a company anew', async () => {
  saying({ status: 1, type: 1, loss_url: '' });
  keepCompany(4);
  const written = vi.spyOn(document, 'cookie', 'set');
  await leaveSite(place(), PHONE);
  expect(written.mock.calls.flat().join()).toContain('company_id=4; Path=/; Max-Age=94608000');
  expect(chosenCompany()).toBe(4);
});
