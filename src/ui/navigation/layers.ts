/**
 * What lies over the page, sheet over sheet, the topmost last. Each is a step of the history at the same address (`layer-history.ts`), so
 * that Back closes the topmost and stays on the page.
 */
import { signal } from '@preact/signals';

export type Layer = {
  /** The modal dialog itself; of a part of the page that fills the screen, and lies over nothing that speaks, none. */
  readonly dialog: Element | undefined;
  /** Called when Back was pressed. */
  readonly close: () => void;
};

export const layers = signal<readonly Layer[]>([]);

/** How many layers lie over the page at an entry of the history. */
export const layersAt = (state: unknown): number => (state as { layers?: number } | null)?.layers ?? 0;

/**
 * `arrival`: the history is going back over steps of layers; nobody may go anywhere before it has arrived. `leave`: closes all
 * sheets and sets out for the page under them; there once there are sheets.
 */
export const travel: { arrival?: Promise<unknown> | undefined; leave?: () => void } = {};
