import { describe, expect, it } from 'vitest';
import { hostOfAddress, isHostList, lossAddress } from '#domain/outside-address.ts';

/** Each is refused whatever hosts are listed: it could be read in a second way, or leads where nothing may. */
const HOSTILE = [
  '',
  'closed.example',
  '//closed.example',
  '///closed.example',
  'http://closed.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://closed.example',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://closed.example/1',
  'https:closed.example',
  'https:/closed.example',
  'https:///closed.example',
  'https:\\\\closed.example',
  'https://closed.example\\@evil.example',
  'https://closed.example@evil.example',
  'https://user:word@closed.example',
  'https://closed.example:word@evil.example',
  ' https://closed.example',
  'https://closed.example ',
  'https://closed.example/a b',
  'https://closed.example/\r\nset-cookie: a=b',
  'https://closed.example/\u0000',
  'https://closed.example\n.evil.example',
  'ht\ntps://closed.example',
  'https://closed\t.example',
  'https://closed.example/\u202egnp',
  'https://clos\u0435d.example',
  'https://closed\u3002example',
  'https://closed.example/"onload="alert(1)',
  'https://closed..example',
  'https://.closed.example',
  'https://closed.example.',
  'https://-closed.example',
  'https://[::1]',
  'https://localhost',
  'https://closed.example:99999999',
  'https://closed.example:/',
  `https://closed.example/${'a'.repeat(500)}`,
];
const LISTED = { ownHost: 'trade.example', hosts: 'closed.example,evil.example' };

describe('S1-7.32 D9.267 where a company that has ended sends browsers', () => {
  it.each(HOSTILE)('never to %j', (text) => {
    expect(lossAddress(text, LISTED)).toBeUndefined();
  });

  it('to an https address at a listed host, as it was written', () => {
    const good = [
      'https://closed.example',
      'https://closed.example/',
      'https://CLOSED.example/why?id=1#now',
      'https://closed.example?x=//y',
    ];
    for (const text of good) expect(lossAddress(text, LISTED), text).toBe(text);
  });

  it('to no other origin: neither one that is not listed, nor one that only looks like it, nor another port', () => {
    const others = [
      'https://other.example/',
      'https://closed.example.other.example',
      'https://notclosed.example',
      'https://sub.closed.example',
    ];
    for (const text of [...others, 'https://closed.example:8443/']) expect(lossAddress(text, LISTED), text).toBeUndefined();
    expect(lossAddress('https://closed.example:8443/', { ...LISTED, hosts: 'closed.example:8443' })).toBe('https://closed.example:8443/');
    expect(lossAddress('https://closed.example/', { ownHost: 'trade.example', hosts: '' })).toBeUndefined();
  });

  it('to a page of its own host, and never to this app, which would lead there again', () => {
    expect(lossAddress('https://trade.example/closed.html', LISTED)).toBe('https://trade.example/closed.html');
    for (const text of ['https://trade.example', 'https://trade.example/', 'https://trade.example/?a=1', 'https://trade.example/#/x'])
      expect(lossAddress(text, LISTED), text).toBeUndefined();
  });

  it('a host is told in lower case, and a list of hosts takes ten at most', () => {
    expect(hostOfAddress('https://Closed.Example/a')).toBe('closed.example');
    expect(['', 'a.example', 'a.example,b.example:81'].map(isHostList)).toEqual([true, true, true]);
    expect(['a', 'a.example,', ',a.example', 'a.example, b.example', '*.example', 'https://a.example'].map(isHostList)).toEqual(
      Array(6).fill(false),
    );
    const many = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.example`).join();
    expect([isHostList(many(10)), isHostList(many(11))]).toEqual([true, false]);
  });
});
