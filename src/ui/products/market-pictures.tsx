import { computed, type ReadonlySignal } from '@preact/signals';
import { lazyCode } from '../lazy/lazy-code.ts';
import { useWhileActive } from '../navigation/page-active.ts';
import { products, productsStatus } from '../state/products.ts';
import { showLetters } from './product-mark.tsx';

/** What the page is about comes first; flags, coins and lines are asked for when it has been on screen this long. */
const WAIT_MS = 1_000;
/** Of a page that stays on screen: a day goes on, and ends. */
const AGAIN_MS = 60_000;

const pictures = lazyCode(() => import('./pictures/market-pictures.ts').then((module) => module.showMarketPictures));
const arePricesHere = computed(() => productsStatus.value === 'ready');

type PicturesProps = {
  /** Set when what the page is about is on screen; the prices, unless told otherwise. */
  after?: ReadonlySignal<unknown>;
  /** Products that have their lines drawn even by a back end that knows one product a call. */
  first?: () => readonly number[];
};

/** True where a person asked the browser to save data: pictures are not worth it then. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** On a page that shows products: their marks and the lines of their day. Shows nothing itself; what cannot be had is asked for a little later. */
export function MarketPictures({ after = arePricesHere, first = () => [] }: PicturesProps) {
  const isWanted = after.value;
  useWhileActive(() => {
    if (!isWanted) return undefined;
    if (savesData()) return showLetters();
    const show = async () => {
      timer = setTimeout(show, AGAIN_MS);
      try {
        await (await pictures.load())([...new Set([...first(), ...products.peek().map((row) => row.id)])]);
      } catch {
        showLetters();
      }
    };
    let timer = setTimeout(show, WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return null;
}
