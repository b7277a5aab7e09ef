import type { ComponentType } from 'preact';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { t } from '../language/i18n.ts';
import type { LazyCode } from './lazy-code.ts';
import { useLazy } from './use-lazy.ts';

/** A component whose code comes when it is first shown: a skeleton until then, and a word with "Retry" when it cannot be had. */
export function LazyView<P extends object>({ code, props }: { code: LazyCode<ComponentType<P>>; props: P }) {
  const { here: View, hasFailed, load } = useLazy(code);
  if (View) return <View {...props} />;
  if (!hasFailed) return <Skeleton rows={3} kind="row" label={t('shell:loading')} />;
  return <Empty kind="failed" icon="warning" text={t('shell:failed')} action={<Button onClick={load}>{t('shell:retry')}</Button>} />;
}
