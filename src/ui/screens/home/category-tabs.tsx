import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { t } from '../../language/i18n.ts';
import { useCategories } from '../../state/market-lists.ts';
import { ALL, category, FAVOURITES } from './category.ts';
import { listOrder, turnOrder } from './list-order.ts';

/** Favourites, all, then the server's categories; at the end the order of the list. */
export function CategoryTabs() {
  const rows = useCategories().data.value ?? [];
  const items = [
    { value: FAVOURITES, label: t('home:favourites'), name: t('home:favourites.name') },
    { value: ALL, label: t('home:all') },
    ...rows.map((row) => ({ value: String(row.id), label: row.name })),
  ];
  const order = listOrder.value;
  return (
    <div class="home-categories">
      <Tabs
        items={items}
        selected={category.value}
        onSelect={(value) => (category.value = value)}
        label={t('home:categories')}
        controls="home-list"
      />
      <IconButton label={t(`home:order.${order}`)} aria-pressed={order !== 'usual'} onClick={turnOrder}>
        <Icon name={`order-${order}`} />
      </IconButton>
    </div>
  );
}
