import type { ComponentType } from 'preact';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { type LazyCode, lazyCode } from '../lazy/lazy-code.ts';
import { useLazy } from '../lazy/use-lazy.ts';
import { goBack } from '../navigation/navigate.ts';
import type { Route } from '../routes.ts';
import { setting } from '../state/site.ts';
import { RouteGhost } from './route-ghost.tsx';

const screens = new Map<Route, LazyCode<ComponentType>>();

/** A screen's code, which comes together with its words. Once here, it shows at once, without a skeleton in between. */
export function screenOf(route: Route): LazyCode<ComponentType> {
  const screen = screens.get(route) ?? lazyCode(async () => (await Promise.all([route.load(), needTexts('shell', ...route.texts)]))[0]);
  screens.set(route, screen);
  return screen;
}

/** The screen of a route, the same for the life of the component: its ghost until it has come, and a word with "Retry" when it did not. */
export function RoutePage({ route }: { route: Route }) {
  const { here: Screen, hasFailed, load } = useLazy(screenOf(route));
  if (Screen) return <Screen />;
  if (hasFailed) return <FailedPage route={route} retry={load} />;
  return <RouteGhost path={route.path} />;
}

function FailedPage({ route, retry }: { route: Route; retry: () => void }) {
  const back = route.tab ? {} : { backLabel: t('shell:back'), onBack: goBack };
  return (
    <>
      <PageHeader title={setting('site_name')} {...back} />
      <Empty
        kind="failed"
        icon="offline"
        text={t('shell:page-failed')}
        detail={t('shell:page-failed.detail')}
        action={<Button onClick={retry}>{t('shell:retry')}</Button>}
      />
    </>
  );
}
