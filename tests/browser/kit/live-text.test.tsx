import { signal } from '@preact/signals';
import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveText } from '#ui/kit/live-text.tsx';
import { PriceText } from '#ui/kit/price-text.tsx';
import '#ui/tokens.css';

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

const span = () => root.querySelector('span') as HTMLSpanElement;
const shown = () => [span().textContent, span().getAttribute('data-tone'), span().getAttribute('data-flash')];

it('G10: follows text, tone and flash in the same text node, without a render', () => {
  const [text, tone, flash] = [signal('1.0'), signal('up'), signal('')];
  render(<PriceText text={text} tone={tone} flash={flash} symbol="EURUSD" />, root);
  const node = span().firstChild;
  expect(shown()).toEqual(['1.0', 'up', '']);
  expect(span().dataset.symbol).toBe('EURUSD');
  text.value = '1.1';
  tone.value = 'down';
  flash.value = 'down';
  expect(shown()).toEqual(['1.1', 'down', 'down']);
  flash.value = '';
  expect(shown()).toEqual(['1.1', 'down', '']);
  expect(span().firstChild).toBe(node);
});

it('D9.448 a move is a tint behind the figure for a moment and leaves its colour as it was, in either theme', () => {
  const flash = signal('');
  render(<PriceText text={signal('1.0')} flash={flash} />, root);
  const look = () => {
    const { color, backgroundColor } = getComputedStyle(span());
    return { color, backgroundColor };
  };
  for (const theme of ['light', 'dark']) {
    document.documentElement.setAttribute('data-theme', theme);
    flash.value = '';
    const atRest = look();
    expect(atRest.backgroundColor).toBe('rgba(0, 0, 0, 0)');
    flash.value = 'up';
    const up = look();
    flash.value = 'down';
    const down = look();
    expect([up.color, down.color]).toEqual([atRest.color, atRest.color]);
    expect(new Set([atRest, up, down].map(({ backgroundColor }) => backgroundColor)).size).toBe(3);
  }
  document.documentElement.setAttribute('data-theme', 'light');
});

it('a render in between undoes nothing, and what changes after it is followed on', () => {
  const [text, flash] = [signal('1.0'), signal('')];
  const draw = (name: string) => render(<LiveText class={name} text={text} flash={flash} />, root);
  draw('num');
  text.value = '1.1';
  flash.value = 'up';
  draw('other');
  expect([...shown(), span().className]).toEqual(['1.1', null, 'up', 'other live']);
  flash.value = '';
  text.value = '1.0';
  draw('num');
  expect([...shown(), span().className]).toEqual(['1.0', null, '', 'num live']);
  text.value = '';
  text.value = '1.2';
  expect(span().textContent).toBe('1.2');
});

it('another product in the same place is followed instead; one that is gone is followed no more', () => {
  const [first, second] = [signal('1'), signal('2')];
  render(<PriceText text={first} />, root);
  render(<PriceText text={second} />, root);
  expect(span().textContent).toBe('2');
  first.value = '1.5';
  expect(span().textContent).toBe('2');
  second.value = '2.5';
  expect(span().textContent).toBe('2.5');
  const gone = span();
  render(null, root);
  second.value = '3';
  expect(gone.textContent).toBe('2.5');
});
