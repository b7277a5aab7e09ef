import type { ComponentType } from 'preact';
import { LiveMark } from '../../freshness/live-mark.tsx';
import { Piece } from '../../navigation/pieces.tsx';
import { MarketPictures } from '../../products/market-pictures.tsx';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { HoldLine } from '../../shell/hold-line.tsx';
import { flag, menuGroup, setting } from '../../state/site.ts';
import { BalanceCard } from './balance-card.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import { MoverStrip, stripIds } from './mover-strip.tsx';
import { NewsTicker } from './news-ticker.tsx';
import { ProductList } from './product-list.tsx';
import { QuickMenu } from './quick-menu.tsx';
import { SearchBar } from './search-bar.tsx';
import './home-screen.css';

/** The blocks of the page by their names in the server's menu; the order is the server's (decision D1.2.11). */
const BLOCKS = {
  search: SearchBar,
  news: NewsTicker,
  balance: BalanceCard,
  strip: MoverStrip,
  quick: QuickMenu,
  category: CategoryTabs,
  list: ProductList,
} satisfies Record<string, ComponentType>;
type BlockName = keyof typeof BLOCKS;

const isBlock = (name: string): name is BlockName => Object.hasOwn(BLOCKS, name);

/** The server's blocks in its order; all of them in ours while its menu is not known or has no such group. */
function blockNames(): readonly BlockName[] {
  const rows = menuGroup('home_block');
  const names = Object.keys(BLOCKS).filter(isBlock);
  return rows === undefined || rows.length === 0 ? names : rows.map((row) => row.path).filter(isBlock);
}

/** The market: what is worth seeing first, then every product with its live price. */
export function HomeScreen() {
  return (
    <>
      <header class="home-head">
        <h1>
          {flag('is_home_title_pic') && setting('logo') ? <img src={setting('logo')} alt={setting('site_name')} /> : setting('site_name')}
        </h1>
        <DemoChip />
        <LiveMark />
      </header>
      <HoldLine />
      {blockNames().map((name) => {
        const Block = BLOCKS[name];
        return (
          <Piece key={name}>
            <Block />
          </Piece>
        );
      })}
      <MarketPictures first={stripIds} />
    </>
  );
}
