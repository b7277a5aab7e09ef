import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { chosenCompany } from '../../company/company-choice.ts';
import { useCompanyStatus } from '../../company/company-status.ts';
import { IconButton } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';
import { goBack } from '../../navigation/navigate.ts';
import { MarketPictures } from '../../products/market-pictures.tsx';
import { ProductLink } from '../../products/product-link.tsx';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { products, productsStatus } from '../../state/products.ts';
import { foundProducts } from './found-products.ts';
import { useProductSearch } from './product-search.ts';
import './product-screen.css';

/** The server is asked when the typing rests this long. */
const TYPING_REST_MS = 250;
/** As the server's own limit. */
const NAME_LENGTH_MAX = 40;
type Kind = 'companies' | 'products';

const companySearch = lazyCode(async () => (await import('./company-search.tsx')).CompanySearch);
const chosenCompanyLine = lazyCode(async () => (await import('./chosen-company-line.tsx')).ChosenCompanyLine);

/**
 * Finds a product: at once among those that are here, then also by the server, which knows names in every language. In main mode companies
 * come first, and the products are a tab beside them (decision D9.266).
 */
export function ProductScreen() {
  const text = useSignal('');
  const asked = useSignal('');
  const isMain = useCompanyStatus().data.value?.isMain === true;
  const kind = useSignal<Kind>('companies');
  const isOfCompanies = isMain && kind.value === 'companies';
  const label = t(isOfCompanies ? 'company:search' : 'home:search.label');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => (asked.value = text.value.trim()), TYPING_REST_MS);
    return () => clearTimeout(timer);
  }, [text.value]);
  const clear = () => {
    text.value = '';
    input.current?.focus();
  };
  return (
    <>
      <header class="product-search">
        <IconButton label={t('shell:back')} onClick={goBack}>
          <Icon name="back" />
        </IconButton>
        <h1 class="sr-only">{label}</h1>
        <div class="product-search-box">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            aria-label={label}
            placeholder={isOfCompanies ? label : t('home:search')}
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
            enterKeyHint="search"
            maxLength={NAME_LENGTH_MAX}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
          {text.value !== '' && (
            <IconButton label={t('company:products.clear')} onClick={clear}>
              <Icon name="close" size={18} />
            </IconButton>
          )}
        </div>
        <DemoChip />
      </header>
      {isMain && <Kinds selected={kind.value} onSelect={(next) => (kind.value = next)} />}
      {isOfCompanies ? (
        <LazyView code={companySearch} props={{ asked: asked.value }} />
      ) : (
        <>
          {chosenCompany() !== undefined && <LazyView code={chosenCompanyLine} props={{}} />}
          <Results text={text.value} asked={asked.value} />
          <MarketPictures />
        </>
      )}
    </>
  );
}

const Kinds = ({ selected, onSelect }: { selected: Kind; onSelect: (kind: Kind) => void }) => (
  <div class="product-kinds">
    <Tabs
      label={t('company:search.what')}
      variant="segmented"
      items={[
        { value: 'companies', label: t('company:search.companies') },
        { value: 'products', label: t('company:search.products') },
      ]}
      selected={selected}
      onSelect={onSelect}
    />
  </div>
);

function Results({ text, asked }: { text: string; asked: string }) {
  const remote = useProductSearch(asked);
  const fromServer = asked === text.trim() ? remote.data.value : undefined;
  const rows = foundProducts(text, products.value, fromServer ?? []);
  const isWaiting = productsStatus.value === 'loading' || (rows.length === 0 && (asked !== text.trim() || remote.isFetching.value));
  if (rows.length === 0 && isWaiting) return <Skeleton rows={3} label={t('home:loading')} />;
  if (rows.length === 0)
    return <Empty icon="search" text={t('company:products.none', { text: text.trim() })} detail={t('company:products.hint')} />;
  return (
    <ul class="product-list" aria-label={t('company:products.results')}>
      {rows.map((row) => (
        <li key={row.id}>
          <ProductLink row={row} />
        </li>
      ))}
    </ul>
  );
}
