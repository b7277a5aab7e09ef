import { describe, expect, it } from 'vitest';
import { desktopHost, isDesktopAgent } from '#domain/desktop.ts';

describe('S1-9.22 the address for large screens', () => {
  it('has pc in place of the first label', () => {
    expect(['m.x.com', 'm.x.co.uk', 'TRADE.Example.org'].map(desktopHost)).toEqual(['pc.x.com', 'pc.x.co.uk', 'pc.example.org']);
  });

  it.each(['x.com', 'localhost', '127.0.0.1', '10.1.2.3', '[::1]', 'pc.x.com', '.x.com', ''])('is not made of %j', (host) => {
    expect(desktopHost(host)).toBeUndefined();
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', true],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', false],
    ['Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', false],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', false],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', false],
    ['', false],
  ])('a desktop is told by its agent: %s', (agent, isDesktop) => {
    expect(isDesktopAgent(agent)).toBe(isDesktop);
  });
});
