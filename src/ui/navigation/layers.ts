/**
 * What lies over the page, sheet over sheet, the topmost last. Each is a step of the history at the same address (`layer-history.ts`), so
 * that Back closes the topmost and stays on the page.
 */
import { signal } from '@preact/signals';

export type Layer = {
  /** The modal dialog itself. */
  readonly dialog: Element;
  /** Called when Back was pressed. */
  readonly close: () => void;
};

export const layers = signal<readonly Layer[]>([]);

/** How many layers lie over the page at an entry of the history. */
export const layersAt = (state: unknown): number => (state as { layers?: number } | null)?.layers ?? 0;

/** The history is going back over the steps of layers that were closed; nobody may go anywhere before it has arrived. */
export const travel: { arrival: Promise<unknown> | undefined } = { arrival: undefined };
