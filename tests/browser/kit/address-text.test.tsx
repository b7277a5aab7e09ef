import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { AddressText } from '#ui/kit/address-text.tsx';
import '#ui/tokens.css';

afterEach(() => {
  cleanup();
  document.documentElement.dir = 'ltr';
});

/** Shows an address in a box of so many rem, in which words are cut where they have no room; gives its parts with the lines that each is on. */
function lines(address: string, widthRem: number) {
  const container = render(<AddressText address={address} />).container as HTMLElement;
  container.style.cssText = `inline-size: ${widthRem}rem; overflow-wrap: anywhere`;
  const parts = [...(container.querySelector('bdi')?.childNodes ?? [])].filter((node) => node instanceof Text);
  return parts.map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return {
      part: part.data,
      tops: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
      left: range.getBoundingClientRect().left,
    };
  });
}

it.each(['ltr', 'rtl'])('D9.320 a long address goes on at its @ and dots, and no part of it is cut in two (%s)', (direction) => {
  document.documentElement.dir = direction;
  const shown = lines('margarethe.vandenberg@rechnungswesen.example.com', 12);
  expect(shown.map(({ part }) => part)).toEqual(['margarethe', '.vandenberg', '@rechnungswesen', '.example', '.com']);
  expect(shown.map(({ tops }) => tops)).toEqual([1, 1, 1, 1, 1]);
  expect(document.querySelector('bdi')?.textContent).toBe('margarethe.vandenberg@rechnungswesen.example.com');
  // Read from left to right in any language.
  expect(shown[0]?.left).toBeLessThan(shown[1]?.left ?? 0);
});

it('D9.320 a part that is longer than a line stays in its box', () => {
  const container = render(<AddressText address={`${'a'.repeat(60)}@example.com`} />).container as HTMLElement;
  container.style.cssText = 'inline-size: 10rem; overflow-wrap: anywhere';
  expect(container.scrollWidth).toBeLessThanOrEqual(container.clientWidth);
});
