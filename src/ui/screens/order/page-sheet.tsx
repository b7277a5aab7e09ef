import { type Signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { t } from '../../i18n.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { useWhileActive } from '../../page-active.ts';
import { Later } from './later.tsx';

/** What a sheet about a whole list gets. */
export type PageSheetProps = { onDone: () => void };

/** Whether a sheet of this page is open; leaving the page closes it, since it would keep the next page inert. */
export function usePageSheet(): Signal<boolean> {
  const open = useSignal(false);
  useWhileActive(() => () => {
    open.value = false;
  });
  return open;
}

type SheetProps = { open: Signal<boolean>; title: string; load: () => Promise<ComponentType<PageSheetProps>> };

/** A rare sheet: its content comes when it is first opened. */
export function PageSheet({ open, title, load }: SheetProps) {
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      <Later load={load} props={{ onDone: () => (open.value = false) }} />
    </Sheet>
  );
}
