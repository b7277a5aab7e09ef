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

/**
 * `arrival`: the history is going back over steps of layers; nobody may go anywhere before it has arrived. `leave`: closes all
 * layers and sets out for the page under them; there once there are sheets.
 */
export const travel: { arrival?: Promise<unknown> | undefined; leave?: () => void } = {};
