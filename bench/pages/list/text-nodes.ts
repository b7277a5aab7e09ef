/** The floor: text nodes and one attribute written by hand, for the rows on screen only. No framework can do less. */
import { percentText, priceText, toneOf } from '../../../src/ui/text/format.ts';
import type { Contender } from './contender.ts';
import { type ListQuote, VISIBLE } from './market.ts';

export async function textNodes(root: Element): Promise<Contender> {
  const rows = Array.from({ length: VISIBLE }, () => {
    const row = document.createElement('a');
    const price = document.createElement('span');
    const change = document.createElement('span');
    price.className = 'price num';
    change.className = 'product-link-change num';
    const texts = { price: new Text(), change: new Text() };
    price.append(texts.price);
    change.append(texts.change);
    row.append(price, change);
    root.append(row);
    return { change, texts, tone: '' };
  });
  return {
    root,
    prepare: async (quotes) => () => {
      for (const [index, row] of rows.entries()) {
        const { close, change } = quotes[index] as ListQuote;
        row.texts.price.data = priceText(close, 5);
        row.texts.change.data = percentText(change);
        const tone = toneOf(change);
        if (tone === row.tone) continue;
        row.tone = tone;
        row.change.setAttribute('data-tone', tone);
      }
    },
  };
}
