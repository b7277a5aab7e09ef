import { afterEach, describe, expect, it, vi } from 'vitest';
import { basicInfoEndpoint, menuEndpoint } from '#protocol/rest/endpoints.ts';
import { askEarly, earlyAnswer } from '#ui/requests/early-answers.ts';

const VISITOR = { lang: 'en', authorization: '' };
const asked: { url: string; init: RequestInit | undefined }[] = [];

/** A network that answers with what it was asked, or is gone. */
function network(isUp = true): void {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push({ url, init });
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response(url);
  });
}
afterEach(() => vi.unstubAllGlobals());

describe('what every start asks for', () => {
  it('is asked for at once, as the request layer would, and given to the first equal read only', async () => {
    network();
    askEarly([basicInfoEndpoint, menuEndpoint], VISITOR);
    expect(asked.map(({ url }) => url.replace(/\d+$/, ''))).toEqual([`${basicInfoEndpoint.path}?t=`, `${menuEndpoint.path}?t=`]);
    expect(asked[0]?.init).toEqual({ headers: VISITOR, cache: 'no-store' });
    const read = () => earlyAnswer(`${menuEndpoint.path}?t=17`, { ...VISITOR });
    expect(await (await read())?.text()).toBe(asked[1]?.url);
    expect(read()).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['another language', '/api/menu?t=1', { lang: 'de', authorization: '' }],
    ['another caller', '/api/menu?t=1', { lang: 'en', authorization: 'token' }],
    ['other fields', '/api/menu?group=home&t=1', VISITOR],
    ['another path', '/api/menu/more?t=1', VISITOR],
  ])('is not the answer for %s', async (_name, url, headers) => {
    network();
    askEarly([menuEndpoint], VISITOR);
    expect(earlyAnswer(url, headers)).toBeUndefined();
    expect(earlyAnswer('/api/menu?t=1', { ...VISITOR })).toBeDefined();
  });

  it('that fails is told to whoever reads it, and to nobody else', async () => {
    network(false);
    askEarly([menuEndpoint], VISITOR);
    await new Promise((resolve) => setTimeout(resolve));
    await expect(earlyAnswer('/api/menu?t=1', { ...VISITOR })).rejects.toThrow('Failed to fetch');
  });
});
