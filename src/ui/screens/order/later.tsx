import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';

/** A part of the screen whose code comes when it is first wanted; a load that failed can be tried again. */
export function Later<P extends object>({ load, props }: { load: () => Promise<ComponentType<P>>; props: P }) {
  const part = useSignal<{ Part: ComponentType<P> } | 'loading' | 'failed'>('loading');
  const fetchPart = () => {
    part.value = 'loading';
    load().then(
      (Part) => (part.value = { Part }),
      () => (part.value = 'failed'),
    );
  };
  useEffect(fetchPart, []);
  if (part.value === 'loading') return <Skeleton rows={3} kind="row" label={t('shell:loading')} />;
  if (part.value === 'failed') {
    return <Empty kind="failed" icon="warning" text={t('shell:failed')} action={<Button onClick={fetchPart}>{t('shell:retry')}</Button>} />;
  }
  const { Part } = part.value;
  return <Part {...props} />;
}
