import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { PageActive } from './page-active.ts';

/** A page that stays when it is left: hidden and inert meanwhile. What it had open is closed, since a modal sheet would keep the next page inert. */
export function PageFrame({ isShown, path, children }: { isShown: boolean; path: string; children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);
  const isActive = useSignal(isShown);
  useLayoutEffect(() => {
    isActive.value = isShown;
    if (!isShown) for (const dialog of ref.current?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? []) dialog.close();
  }, [isShown]);
  return (
    <div ref={ref} hidden={!isShown} inert={!isShown} data-page={path}>
      <PageActive.Provider value={isActive}>{children}</PageActive.Provider>
    </div>
  );
}
