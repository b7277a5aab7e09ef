import { Tabs } from '../../kit/tabs.tsx';
import { t } from '../../language/i18n.ts';
import { useCategories } from '../../state/market-lists.ts';
import { ALL, category, FAVOURITES } from './category.ts';

/** Favourites, all, then the server's categories. */
export function CategoryTabs() {
  const rows = useCategories().data.value ?? [];
  const items = [
    { value: FAVOURITES, label: t('home:favourites'), name: t('home:favourites.name') },
    { value: ALL, label: t('home:all') },
    ...rows.map((row) => ({ value: String(row.id), label: row.name })),
  ];
  return (
    <div class="home-categories">
      <Tabs
        items={items}
        selected={category.value}
        onSelect={(value) => (category.value = value)}
        label={t('home:categories')}
        controls="home-list"
      />
    </div>
  );
}
