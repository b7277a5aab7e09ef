import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { accountTotal, type OwnBalance } from '#domain/account.ts';
import type { Money } from '#domain/decimal.ts';
import { watchOrders } from '../../engine/watch.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icon.tsx';
import { type Key, t } from '../../language/i18n.ts';
import { useWhileActiveAtOnce } from '../../navigation/page-active.ts';
import { openFeesText, openNetAmount, openNetTone, openNightsText, openResult } from '../../orders/open-totals.ts';
import {
  equity,
  equityText,
  floatingProfit,
  floatingProfitText,
  isAccountKnown,
  locked,
  lockedText,
  marginText,
  usableText,
} from '../../state/account.ts';
import { areAmountsHidden, HIDDEN_AMOUNT, toggleAmounts } from '../../state/amounts-hidden.ts';
import { ownTotal, useBalances } from '../../state/balances.ts';
import { isOffline, linkAgeS, linkTrouble, wasEverOpen } from '../../state/link.ts';
import { openOrders } from '../../state/orders.ts';
import { isDemo } from '../../state/user.ts';
import { ageText } from '../../text/age-text.ts';
import { amountText, UNKNOWN } from '../../text/format.ts';
import { moneyText } from '../../text/money.ts';
import type { LinkOf } from './link-of.ts';
import { MoneyWays } from './money-ways.tsx';

/** Of an amount that has room in a third of the narrowest phone's card: '25,000.00'. */
const THIRD_CHARS_MAX = 9;

const ACCOUNT_KEYS: Readonly<Record<string, Key>> = {
  forex: 'account:account.forex',
  micro: 'account:account.micro',
  change: 'account:account.change',
  demo: 'account:account.demo',
};

/** The name of an account; one of another back end is called as it calls it. */
function accountName(type: string): string {
  const key = ACCOUNT_KEYS[type];
  return key ? t(key) : type;
}

/** All that a person has here, account by account, and what the trading account is worth at this moment. */
export function AssetsCard({ linkOf }: { linkOf: LinkOf }) {
  const query = useBalances();
  // Live equity and margin come up only while the open orders are watched.
  useWhileActiveAtOnce(watchOrders);
  const isHidden = areAmountsHidden.value;
  const rows = query.data.value?.filter((row) => (row.type === 'demo') === isDemo.value);
  const total = rows ? ownTotal(rows, isDemo.value) : liveTotal();
  // The total is the longest of them, but for debts.
  const isLong = (total !== undefined && amountText(total, 2).length > THIRD_CHARS_MAX) || undefined;
  // Ten zeros say no more than one.
  const isBare = !isHidden && !isDemo.value && rows?.every(isNothing) && !openOrders.value?.length;
  // What was known is still the best that anybody knows: only a person of whom nothing is known is told that it could not be read.
  if (query.status.value === 'failed' && !isAccountKnown.value) return <FailedAssets retry={() => void query.refetch()} />;
  return (
    <Card label={t('account:assets.label')}>
      <div class="assets">
        <p class="assets-label">
          {t('account:assets')} <AssetsAge />
        </p>
        <IconButton label={t(isHidden ? 'account:assets.show' : 'account:assets.hide')} aria-pressed={isHidden} onClick={toggleAmounts}>
          <Icon name={isHidden ? 'eye-off' : 'eye'} />
        </IconButton>
        <TotalLink link={linkOf('/mine/accounts')}>
          <b class="assets-total num live" data-balance>
            {total === undefined ? UNKNOWN : shown(moneyText(total), isHidden)}
          </b>
        </TotalLink>
        <MoneyWays linkOf={linkOf} />
        {isBare ? <p class="assets-none">{t('account:assets.none')}</p> : <Amounts rows={rows} isLong={isLong} isHidden={isHidden} />}
      </div>
    </Card>
  );
}

const shown = (text: string, isHidden: boolean): string => (isHidden ? HIDDEN_AMOUNT : text);
const isNothing = (row: OwnBalance): boolean => accountTotal(row) === 0n && row.locked === 0n;

type AmountsProps = { rows: readonly OwnBalance[] | undefined; isLong: true | undefined; isHidden: boolean };

/** Account by account, and what the trading account is worth at this moment. */
function Amounts({ rows, isLong, isHidden }: AmountsProps) {
  return (
    <>
      <dl class="assets-parts live" data-long={isLong}>
        {(rows?.length ?? 0) > 1 &&
          rows?.map((row) => (
            <div key={row.type}>
              <dt>{accountName(row.type)}</dt>
              <dd class="num">{shown(amountText(accountTotal(row), 2), isHidden)}</dd>
              {row.locked > 0n && (
                <dd class="assets-locked num">{t('account:in-use', { amount: shown(amountText(row.locked, 2), isHidden) })}</dd>
              )}
            </div>
          ))}
      </dl>
      <dl class="assets-parts live" data-long={isLong}>
        <LiveAmount name="account:equity" text={equityText} isHidden={isHidden} />
        <LiveAmount name="account:usable" text={usableText} isHidden={isHidden} />
        <LiveAmount name="account:margin" text={marginText} isHidden={isHidden} />
        <LiveAmount name="account:open-profit" text={floatingProfitText} isHidden={isHidden} />
        <LiveAmount name="account:open-fees" text={openFeesText} isHidden={isHidden} />
        {openResult.value.financing !== 0n && <LiveAmount name="account:open-nights" text={openNightsText} isHidden={isHidden} />}
        <LiveAmount name="account:open-net" text={openNetAmount} tone={openNetTone} isHidden={isHidden} />
        {locked.value > 0n && <LiveAmount name="account:locked" text={lockedText} isHidden={isHidden} />}
      </dl>
    </>
  );
}

/** Of play money the live account is all there is, so that its total is known without the list of accounts. */
const liveTotal = (): Money | undefined => (isDemo.value && isAccountKnown.value ? equity.value - floatingProfit.value : undefined);

/** How old all of it is while the link is down: until then each change was told at once. */
const AssetsAge = () =>
  linkTrouble.value !== 'none' && wasEverOpen.value ? (
    <small class="num">{t('account:assets.as-of', { age: ageText(linkAgeS.value) })}</small>
  ) : null;

/** The total leads to the accounts that it is made of. */
const TotalLink = ({ link, children }: { link: ReturnType<LinkOf>; children: ComponentChildren }) =>
  link ? (
    <a class="assets-link" {...link}>
      {children}
      <Icon name="forward" size={16} />
    </a>
  ) : (
    <>{children}</>
  );

type LiveAmountProps = { name: Key; text: ReadonlySignal<string>; tone?: ReadonlySignal<string>; isHidden: boolean };

function LiveAmount({ name, text, tone, isHidden }: LiveAmountProps) {
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd class="num" data-tone={isHidden ? undefined : tone}>
        {isHidden ? HIDDEN_AMOUNT : text}
      </dd>
    </div>
  );
}

function FailedAssets({ retry }: { retry: () => void }) {
  return (
    <Card label={t('account:assets.label')}>
      <Empty
        kind="failed"
        icon={isOffline.value ? 'offline' : 'warning'}
        text={t(isOffline.value ? 'account:assets.offline' : 'account:assets.failed')}
        action={<Button onClick={retry}>{t('shell:retry')}</Button>}
      />
    </Card>
  );
}
