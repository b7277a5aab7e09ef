import { type Signal, useSignal } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { useWatchRow } from '../../../engine/watch.ts';
import { oldMark } from '../../../freshness/freshness.tsx';
import { IconButton } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Field } from '../../../kit/field.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { t } from '../../../language/i18n.ts';
import { useGrowingRows } from '../../../products/growing-rows.ts';
import { ProductMark } from '../../../products/product-mark.tsx';
import { isFavourite, toggleFavourite } from '../../../state/favourites.ts';
import { isMarketOpen, products } from '../../../state/products.ts';
import { quoteOf } from '../../../state/quotes.ts';
import './product-drawer.css';

type DrawerProps = { open: Signal<boolean>; selectedId: number; onSelect: (id: number) => void };

/** All tradable products, from the left: code and last price, coloured by the sign of the change. */
export function ProductDrawer({ open, selectedId, onSelect }: DrawerProps) {
  return (
    <SideDrawer open={open} title={t('trade:drawer.title')} closeLabel={t('shell:close')}>
      <ProductList
        selectedId={selectedId}
        onSelect={(id) => {
          onSelect(id);
          open.value = false;
        }}
      />
    </SideDrawer>
  );
}

function ProductList({ selectedId, onSelect }: Omit<DrawerProps, 'open'>) {
  const search = useSignal('');
  const wanted = search.value.trim().toLowerCase();
  const isWanted = (row: Product) => `${row.code} ${row.showCode} ${row.name}`.toLowerCase().includes(wanted);
  const found = products.value.filter(isWanted);
  const { shown, isCut, end } = useGrowingRows(found);
  return (
    <>
      <div class="product-drawer-search">
        <Field label={t('trade:drawer.search')} value={search} type="search" maxLength={40} enterKeyHint="search" autoComplete="off" />
      </div>
      {found.length === 0 ? (
        <Empty icon="search" text={t('trade:drawer.none', { text: search.value })} />
      ) : (
        <ul aria-label={t('trade:drawer.title')}>
          {shown.map((row) => (
            <DrawerRow key={row.id} row={row} isSelected={row.id === selectedId} onSelect={onSelect} />
          ))}
          {isCut && <li ref={end} />}
        </ul>
      )}
    </>
  );
}

function DrawerRow({ row, isSelected, onSelect }: { row: Product; isSelected: boolean; onSelect: (id: number) => void }) {
  const ref = useWatchRow<HTMLLIElement>(row.id);
  const quote = quoteOf(row.id);
  const isStarred = isFavourite(row.code);
  const isOpen = isMarketOpen(row);
  return (
    <li
      ref={ref}
      class="product-drawer-row"
      data-selected={isSelected ? '' : undefined}
      data-closed={isOpen ? undefined : ''}
      {...oldMark(row.id)}
    >
      <IconButton label={t('trade:favourite', { code: row.showCode })} aria-pressed={isStarred} onClick={() => toggleFavourite(row.code)}>
        <Icon name={isStarred ? 'star-full' : 'star'} size={18} />
      </IconButton>
      <button type="button" class="product-drawer-pick" aria-current={isSelected ? 'true' : undefined} onClick={() => onSelect(row.id)}>
        <ProductMark code={row.code} logo={row.logo} />
        <span class="product-drawer-name">
          <b>{row.showCode}</b>
          <small>{isOpen ? row.name : t('shell:closed')}</small>
        </span>
        <span class="product-drawer-price">
          <PriceText text={quote.priceText} tone={quote.tone} symbol={row.code} />
          <small class="num live" data-tone={quote.tone}>
            {quote.changeText}
          </small>
        </span>
      </button>
    </li>
  );
}
