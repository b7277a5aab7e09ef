import { Icon } from '../../kit/icon.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { flag } from '../../state/site.ts';

/** Looks like a field and opens the search page, where the keyboard comes up. */
export function SearchBar() {
  if (!flag('is_home_search')) return null;
  return (
    <a class="home-search" href={`#${PATHS.product}`}>
      <Icon name="search" />
      {t('home:search')}
    </a>
  );
}
