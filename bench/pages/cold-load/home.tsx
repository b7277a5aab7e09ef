/** The least that anybody could do for Home with this stack: every product in a row, its price alive. */
import { render } from 'preact';
import { priceOf, rows, startMarket } from './bare-market.ts';

startMarket('home');

function Home() {
  return (
    <ul>
      {rows.value.map(({ id, code, name }) => (
        <li key={id}>
          <b>{name}</b>
          <span data-symbol={code}>{priceOf(code)}</span>
        </li>
      ))}
    </ul>
  );
}

render(<Home />, document.getElementById('app') as HTMLElement);
