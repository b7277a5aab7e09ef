import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { needTexts, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import type { Route } from '../routes.ts';
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
  return (
    <Empty
      kind="failed"
      icon="offline"
      text={t('shell:page-failed')}
      detail={t('shell:page-failed.detail')}
      action={<Button onClick={load}>{t('shell:retry')}</Button>}
    />
  );
}
