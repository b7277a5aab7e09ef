import { describe, expect, it } from 'vitest';
import { networkOf, widerNetworkOf } from '#server/limits/network-of.ts';

describe('whose limits an address counts for', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['127.0.0.1', '127.0.0.1'],
    // As some proxies forward a peer: with its port, which changes with every connection.
    ['203.0.113.9:50123', '203.0.113.9'],
    ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ])('%s is of %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  it('neighbours of one /64 are one network, those of the next are another', () => {
    expect(networkOf('2001:db8:1:2:a::')).toBe(networkOf('2001:db8:1:2::b'));
    expect(networkOf('2001:db8:1:3::')).not.toBe(networkOf('2001:db8:1:2::'));
    expect(networkOf('203.0.113.9')).not.toBe(networkOf('203.0.113.10'));
  });

  it.each(['', 'unix', '1.2.3', '1.2.3.999', '2001:db8', '1::2::3', '12345::', '1:2:3:4:5:6:7:8:9', 'g::1'])(
    '%j is no address: its own text',
    (text) => {
      expect(networkOf(text)).toBe(text);
      expect(widerNetworkOf(text)).toBe(text);
    },
  );

  it('the wider network is a /24 or a /48', () => {
    expect(widerNetworkOf('203.0.113.9')).toBe('203.0.113.0/24');
    expect(widerNetworkOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
    expect(widerNetworkOf('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
  });
});
