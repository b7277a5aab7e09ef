import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, hexColour, inkOn } from '#ui/kit/contrast.ts';
import { textTint, themeProperties } from '#ui/shell/theme-colours.ts';

const rgb = (text: string) => hexColour(text) as NonNullable<ReturnType<typeof hexColour>>;
const SURFACES = { light: ['#ffffff', '#f3f4f0', '#e8ebe1'], dark: ['#0c0f0a', '#151912', '#1f251a'] } as const;

describe('server colours', () => {
  it('takes hex colours only', () => {
    expect(hexColour('#85bd00')).toEqual([133, 189, 0]);
    expect(hexColour('#fff')).toEqual([255, 255, 255]);
    for (const text of ['red', 'url(x)', '#85bd0', 'rgb(1,2,3)', '#12345g', 'var(--x)', '', '#fff;background:url(//x)']) {
      expect(hexColour(text)).toBeUndefined();
    }
  });

  it('knows the contrast of black on white', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([133, 189, 0], [133, 189, 0])).toBe(1);
  });

  it('derives from any colour a text tint of 4.5:1 on every surface of both themes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), fc.constantFrom('light' as const, 'dark' as const), (value, kind) => {
        const tint = rgb(textTint(`#${value.toString(16).padStart(6, '0')}`, kind));
        for (const surface of SURFACES[kind]) expect(contrast(tint, rgb(surface))).toBeGreaterThanOrEqual(4.5);
      }),
      { examples: [[0x356b04, 'dark']] },
    );
  });

  it('leaves a colour that can be read as it is', () => {
    expect(textTint('#123456', 'light')).toBe('#123456');
  });

  it('puts the better of two inks on a fill', () => {
    expect(inkOn('#85bd00')).toBe('#16210a');
    expect(inkOn('#101080')).toBe('#ffffff');
  });

  it('S1-3.24 turns the five theme colours into fills, inks and tints, and ignores what is no colour', () => {
    const colours = { primary: '#3366ff', up: '#00aa88', down: '#ff2255', klineUp: '#00aa88', klineDown: 'javascript:1' };
    const properties = themeProperties(colours, 'light');
    expect(properties).toMatchObject({ '--primary': '#3366ff', '--up-fill': '#00aa88', '--down-fill': '#ff2255', '--kline-up': '#00aa88' });
    expect(properties).not.toHaveProperty('--kline-down');
    expect(properties['--up']).not.toBe('#00aa88');
  });
});
