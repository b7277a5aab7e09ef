import { useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import { refreshProducts } from '../../engine/watch.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { t } from '../../language/i18n.ts';
import { useGrowingRows } from '../../products/growing-rows.ts';
import { ProductLink } from '../../products/product-link.tsx';
import { favourites } from '../../state/favourites.ts';
import { products, productsStatus } from '../../state/products.ts';
import { changeNow } from '../../state/quotes.ts';
import { ALL, category, FAVOURITES, productsOf } from './category.ts';
import { listOrder, ordered } from './list-order.ts';

/** Rows of the placeholder while the first list loads (specification S1 section 2). */
const SKELETON_ROWS = 10;

/** Every product of the chosen category with its live price. */
export function ProductList() {
  return (
    <section id="home-list" class="home-list" aria-label={t('home:list')}>
      <Rows />
    </section>
  );
}

function Rows() {
  const status = productsStatus.value;
  const [tab, order, all, starred] = [category.value, listOrder.value, products.value, favourites.value];
  // By the changes of this moment: rows that change places as prices move could not be tapped.
  const rows = useMemo(() => ordered(order, productsOf(tab, all, starred), starred, changeNow), [tab, order, all, starred]);
  if (status === 'loading') return <Skeleton rows={SKELETON_ROWS} label={t('home:loading')} />;
  if (status === 'failed') return <Failed />;
  if (rows.length === 0) return <NoRows />;
  return <GrowingList key={`${tab} ${order}`} rows={rows} />;
}

function GrowingList({ rows }: { rows: readonly Product[] }) {
  // Made once: a list that grows goes on with the rows it has, and draws none of them anew.
  const links = useMemo(
    () =>
      rows.map((row) => (
        <li key={row.id}>
          <ProductLink row={row} />
        </li>
      )),
    [rows],
  );
  const { shown, isCut, end } = useGrowingRows(links);
  return (
    <ul class="product-list" aria-label={t('home:list')}>
      {shown}
      {isCut && <li ref={end} />}
    </ul>
  );
}

function Failed() {
  const retry = () => {
    productsStatus.value = 'loading';
    refreshProducts();
  };
  return (
    <Empty
      kind="failed"
      icon="warning"
      text={failedText('home:list.failed')}
      action={<Button onClick={retry}>{t('shell:retry')}</Button>}
    />
  );
}

function NoRows() {
  if (category.value !== FAVOURITES) return <Empty text={t('shell:none')} />;
  const showAll = <Button onClick={() => (category.value = ALL)}>{t('home:favourites.all')}</Button>;
  return <Empty icon="star" text={t('home:favourites.none')} detail={t('home:favourites.hint')} action={showAll} />;
}
