import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { Total } from '#ui/screens/order/lists/totals-strip.tsx';
import '#ui/tokens.css';
import '#ui/screens/order/order-screen.css';

it.each(['▼ −4.88 USD', '▼ −12.34 USD', '▲ +1,234,567.89 USD'])(
  '%s of a whole list fits the smallest phone with text of twice the size',
  (net) => {
    const root = document.documentElement;
    root.style.fontSize = '32px';
    const { container } = render(
      <dl class="records-result">
        <Total label="Net" isMain>
          {net}
        </Total>
        <Total label="Profit">+1.52</Total>
      </dl>,
    );
    // What a screen of 320 px leaves beside its gutters and those of the card.
    (container as HTMLElement).style.width = '232px';
    const list = container.querySelector('dl') as HTMLElement;
    expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth);
    root.style.fontSize = '';
  },
);
