import type { Signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import type { LazyCode } from '../../../lazy/lazy-code.ts';
import { LazyView } from '../../../lazy/lazy-view.tsx';

/** What a sheet about a whole list gets. */
export type PageSheetProps = { onDone: () => void };

type SheetProps = { open: Signal<boolean>; title: string; code: LazyCode<ComponentType<PageSheetProps>> };

/** A rare sheet: its content comes when it is first opened. */
export function PageSheet({ open, title, code }: SheetProps) {
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      <LazyView code={code} props={{ onDone: () => (open.value = false) }} />
    </Sheet>
  );
}
