import { signal } from '@preact/signals';
import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineEvent } from '#protocol/engine-api.ts';
import { ACCOUNT, FRAME_BYTES, HEADER, ORDER, SECTION } from '#protocol/frame.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import { PriceText } from '#ui/kit/price-text.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { ProductLink } from '#ui/products/product-link.tsx';
import { LinkBar } from '#ui/shell/link-bar.tsx';
import { marginLevelText, usableText } from '#ui/state/account.ts';
import { applyFrame, pageStats } from '#ui/state/apply-frame.ts';
import { listen } from '#ui/state/events.ts';
import { linkTrouble, startLinkClock } from '#ui/state/link.ts';
import { liveOrder, putOrders } from '#ui/state/orders.ts';
import { products } from '#ui/state/products.ts';
import { quoteOf } from '#ui/state/quotes.ts';
import '#ui/tokens.css';
import { product } from '../support/fake-server.ts';
import { order } from '../trade/fake-market.ts';

let root: HTMLElement;
beforeEach(async () => {
  await needTexts('shell');
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

type Fill = (slots: Float64Array, ints: BigInt64Array) => void;
function frame(fill: Fill, events: EngineEvent[] = [], link = 1, silenceMs = 0) {
  const buffer = new ArrayBuffer(FRAME_BYTES);
  const slots = new Float64Array(buffer);
  slots[HEADER.link] = link;
  slots[HEADER.silenceMs] = silenceMs;
  slots[HEADER.arrivedAt] = performance.timeOrigin + performance.now();
  fill(slots, new BigInt64Array(buffer));
  return { buffer, events };
}
const quote =
  (id: number, close: number, change: number, state = 0): Fill =>
  (slots) => {
    slots[HEADER.quotes] = 1;
    slots.set([id, close, 1.08, 1.09, 1.07, change, Date.now(), state, 0], SECTION.quotes);
  };

describe('a frame', () => {
  it('changes the texts of a row without rendering it, and gives the buffer back', async () => {
    await applyFrame(frame(() => undefined, [{ type: 'products', rows: [product(71, 'EURUSD')] }]));
    expect(products.value.map((row) => row.code)).toEqual(['EURUSD']);
    render(<ProductLink row={product(71, 'EURUSD')} />, root);
    const price = root.querySelector('[data-symbol="EURUSD"]') as HTMLElement;
    expect(price.textContent).toBe('1.08420');
    const textNode = price.firstChild;
    const sent = frame(quote(71, 1.08431, -0.25));
    const returned = await applyFrame(sent);
    expect(returned).toBe(sent.buffer);
    expect(returned.byteLength).toBe(FRAME_BYTES);
    await expect.poll(() => price.textContent).toBe('1.08431');
    expect(price.firstChild).toBe(textNode);
    await expect.poll(() => root.querySelector('.product-link-change')?.textContent).toBe('\u22120.25%');
    expect(root.querySelector('.product-link-change')?.getAttribute('data-tone')).toBe('down');
  });

  it('colours a moved price for a moment and lets it go', async () => {
    await applyFrame(frame(quote(72, 1.1, 0)));
    await applyFrame(frame(quote(72, 1.2, 0)));
    expect(['up', '']).toContain(quoteOf(72).flash.value);
    await expect.poll(() => quoteOf(72).flash.value).toBe('');
  });

  it('S1-4.01 D9.105 shows a closed market as closed, with its last change in no colour, and when it opens', async () => {
    const OpensAt = Date.now() + 3_600_000;
    await applyFrame(frame(() => undefined, [{ type: 'products', rows: [product(73, 'GASOIL', { MarketStatus: 2, OpensAt })] }]));
    render(<ProductLink row={product(73, 'GASOIL', { MarketStatus: 2, OpensAt })} />, root);
    expect(root.textContent).toContain('Closed');
    expect(root.querySelector('small')?.textContent).toMatch(/^Opens .*\d\d:\d\d$/);
    const change = root.querySelector('.product-link-change');
    expect([change?.textContent, change?.getAttribute('data-tone')]).toEqual(['+0.39%', null]);
    await applyFrame(frame(quote(73, 1.08, 0.1, 0)));
    await expect.poll(() => root.textContent).not.toContain('Closed');
    await applyFrame(frame(quote(73, 1.08, 0.1, 2)));
    await expect.poll(() => root.textContent).toContain('Closed');
  });

  it('brings the account’s numbers and the live profit of an order, exact', async () => {
    putOrders([orderFromWire(order({ Id: 5, Price: 1.083, UpdatePrice: 1.083, FactProfits: '0' }))]);
    await applyFrame(
      frame((slots, ints) => {
        slots[HEADER.account] = 1;
        ints[SECTION.account + ACCOUNT.usable] = 989_165_500_000n;
        ints[SECTION.account + ACCOUNT.marginLevel] = 481_200_000_000n;
        slots[HEADER.orders] = 1;
        slots[SECTION.orders + ORDER.id] = 5;
        slots[SECTION.orders + ORDER.price] = 1.08342;
        ints[SECTION.orders + ORDER.profit] = 420_000_000n;
      }),
    );
    expect(usableText.value).toBe('9,891.66');
    expect(marginLevelText.value).toBe('4,812%');
    expect(liveOrder(5).profitText.value).toBe('+4.20');
    expect(liveOrder(5).priceText.value).toBe('1.08342');
    expect(liveOrder(5).tone.value).toBe('up');
  });

  it('hands rare events to those who listen, and to nobody after they left', async () => {
    const heard: number[][] = [];
    const stop = listen('closed', (event) => heard.push(event.ids));
    await applyFrame(frame(() => undefined, [{ type: 'closed', ids: [1, 2], reasons: {} }]));
    stop();
    await applyFrame(frame(() => undefined, [{ type: 'closed', ids: [3], reasons: {} }]));
    expect(heard).toEqual([[1, 2]]);
  });

  it('counts what the bench reads', async () => {
    const before = pageStats().framesApplied;
    await applyFrame(
      frame((slots) => {
        slots[HEADER.ticks] = 1234;
        slots[HEADER.reconnects] = 2;
      }),
    );
    expect(pageStats()).toMatchObject({ ticks: 1234, reconnects: 2, socket: 'open', framesApplied: before + 1 });
    expect(pageStats().lastTickToPaintMs).toBeGreaterThan(0);
    expect(pageStats().lastTickToPaintMs).toBeLessThan(1_000);
  });
});

describe('the bar of the link', () => {
  it('tells that the connection is lost, how old the prices are, and goes when it is back', async () => {
    startLinkClock();
    render(<LinkBar />, root);
    await applyFrame(frame(() => undefined));
    await expect.poll(() => root.textContent).toBe('');
    await applyFrame(frame(() => undefined, [], 0, 12_400));
    await expect.poll(() => root.textContent).toBe('Connection lost · prices as of 12 s ago · reconnecting');
    await expect.poll(() => root.textContent, { timeout: 3_000 }).toContain('13 s ago');
    await applyFrame(frame(() => undefined, [], 1, 0));
    await expect.poll(() => root.textContent).toBe('');
  });

  it('lies over the page: nothing moves for it, and taps go through', async () => {
    startLinkClock();
    render(
      <>
        <LinkBar />
        <button type="button">Menu</button>
      </>,
      root,
    );
    const button = root.querySelector('button') as HTMLElement;
    await applyFrame(frame(() => undefined));
    await expect.poll(() => root.querySelector('.link-bar')).toBeNull();
    const before = button.getBoundingClientRect().toJSON() as object;
    await applyFrame(frame(() => undefined, [], 0, 12_400));
    await expect.poll(() => root.querySelector('.link-bar')).not.toBeNull();
    expect(button.getBoundingClientRect().toJSON()).toEqual(before);
    expect(getComputedStyle(root.querySelector('.link-bar') as Element).pointerEvents).toBe('none');
  });

  it('greys every live number while it is there, profit and change included, and lets their colours come back', async () => {
    startLinkClock();
    putOrders([orderFromWire(order({ Id: 6, Price: 1.083, UpdatePrice: 1.083, FactProfits: '0' }))]);
    const profit = liveOrder(6);
    const Final = () => <b data-tone="up">+12.00</b>;
    render(
      <>
        <LinkBar />
        <PriceText text={profit.profitText} tone={signal('up')} />
        <ProductLink row={product(74, 'EURUSD')} />
        <Final />
      </>,
      root,
    );
    const colours = () => [...root.querySelectorAll('.live, b[data-tone]')].map((node) => getComputedStyle(node).color);
    await applyFrame(frame(quote(74, 1.08431, 0.25)));
    await expect.poll(() => root.querySelector('.product-link-change')?.getAttribute('data-tone')).toBe('up');
    const lively = colours();
    const [green] = lively;
    expect(lively.filter((colour) => colour === green).length).toBeGreaterThan(1);
    await applyFrame(frame(() => undefined, [], 0, 12_400));
    await expect.poll(() => document.documentElement.hasAttribute('data-old')).toBe(true);
    const grey = colours();
    expect(new Set(grey.slice(0, -1)).size).toBe(1);
    expect(grey[0]).not.toBe(green);
    // What is over does not depend on the link.
    expect(grey.at(-1)).toBe(green);
    await applyFrame(frame(() => undefined, [], 1, 0));
    await expect.poll(colours).toEqual(lively);
  });

  it('calls an open but silent link stale, and a phone without network offline', async () => {
    render(<LinkBar />, root);
    await applyFrame(frame(() => undefined, [], 1, 65_000));
    await expect.poll(() => root.textContent).toContain('No new prices for 1 min');
    dispatchEvent(new Event('offline'));
    await expect.poll(() => root.textContent).toContain('You are offline');
    dispatchEvent(new Event('online'));
    await applyFrame(frame(() => undefined, [], 1, 0));
    await expect.poll(() => linkTrouble.value).toBe('none');
  });
});
