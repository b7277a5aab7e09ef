import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { needTexts, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { goBack } from '../navigate.ts';
import type { Route } from '../routes.ts';
import { setting } from '../state/site.ts';
import { useLinkReturn } from './link-return.ts';
import './route-page.css';

/** Screens whose code and words are here: they show at once, without a skeleton in between. */
const loaded = new Map<Route, ComponentType>();

/** Loads a screen's code and words together; also called ahead of the click. */
export async function loadRoute(route: Route): Promise<ComponentType> {
  const [screen] = await Promise.all([route.load(), needTexts('shell', ...route.texts)]);
  loaded.set(route, screen);
  return screen;
}

/** The screen of a route: a skeleton until it has come, and a word with "Retry" when it did not. */
export function RoutePage({ route }: { route: Route }) {
  const state = useSignal<'loading' | 'failed' | 'ready'>(loaded.has(route) ? 'ready' : 'loading');
  const load = () => {
    state.value = 'loading';
    loadRoute(route).then(
      () => (state.value = 'ready'),
      () => (state.value = 'failed'),
    );
  };
  useEffect(() => {
    if (state.peek() !== 'ready') load();
  }, [route]);
  const Screen = loaded.get(route);
  if (state.value === 'ready' && Screen) return <Screen />;
  if (state.value === 'loading') {
    return (
      <div class="route-ghost">
        <Skeleton rows={10} label={t('shell:loading')} />
      </div>
    );
  }
  return <FailedPage route={route} retry={load} />;
}

/** Says what failed; tries again by itself when the market's link is back. */
function FailedPage({ route, retry }: { route: Route; retry: () => void }) {
  useLinkReturn(retry);
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
