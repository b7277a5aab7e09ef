import { describe, expect, it } from 'vitest';
import { CONFIG_DEFAULTS } from '#domain/flags.ts';
import { settingProblem } from '#domain/setting-rules.ts';
import { isZone } from '#server/clock/offset-in.ts';

describe('what a setting takes', () => {
  it('takes every default', () => {
    for (const [name, value] of Object.entries(CONFIG_DEFAULTS)) expect(settingProblem(name, value, isZone), name).toBeUndefined();
  });

  it.each([
    ['timezone', ['-3.5', '5.75', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'], ['15', '0.1', 'london', "0'; drop", '']],
    ['review_hours', ['', '24', '1'], ['0', '1.5', '-2', '1000', 'a day']],
    [
      'service_link',
      ['', 'https://help.example/chat?x=1', 'mailto:help@example.com'],
      [
        'mailto:',
        'mailto:a@b',
        'mailto:a?bcc=c@d.example',
        'mailto: a@b.example',
        'http://help.example',
        'javascript:alert(1)',
        'https://a b',
        'https://x"onload=',
      ],
    ],
    ['ws_profiles', ['trade.v2.json', 'trade.v2.msgpack,trade.v2.json'], ['trade.v3', ',', 'trade.v2.json,']],
    ['stop_out_level', ['1', '49.5', '100'], ['0', '0.5', '101', '1e1', '-5', ' 50', '50.123']],
    ['default_lang', ['en', 'ar', 'spa'], ['EN', 'xx', 'toString']],
    ['theme_up', ['#85bd00'], ['#85b', 'red', '#85bd00;']],
    ['is_micro', ['0', '1'], ['2', 'on', '']],
    ['site_name', ['Outcry'], ['', 'x'.repeat(41), 'a\nb']],
  ])('%s', (name, good, bad) => {
    for (const value of good) expect(settingProblem(name, value, isZone), value).toBeUndefined();
    for (const value of bad) expect(settingProblem(name, value, isZone), value).toMatch(new RegExp(`^${name}: got "`));
  });
});
