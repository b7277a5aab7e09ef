/** What every page of this bench tells of itself, so that all of them are asked in the same words. */
export type ScreenFigures = {
  /** Quotations that the page, or its worker, has taken in. */
  readonly ticks: number;
  /** Times that the screen was brought up to date. */
  readonly updates: number;
  /** Bytes of the frames that came from the engine, and quotations in them; 0 where there is none. */
  readonly frameBytes: number;
  readonly frameRows: number;
  /** From the sending of a tick to its price on screen as the page itself knows it, for every row that changed while probed, since the last call. */
  readonly latenciesMs: readonly number[];
  /** The same as seen from outside of what is measured; empty where nobody looks. */
  readonly shownMs: readonly number[];
  /** Frames of the engine that were acknowledged while probed, and how many of them before they were painted; 0 where nobody acknowledges. */
  readonly acknowledged: number;
  readonly unpainted: number;
};
type Screen = {
  /** Ticks are asked for by name, from whoever counts them. */
  figures(): Promise<ScreenFigures>;
  /** Begins to note latencies; it costs a little, so busy time is measured without it. */
  probe(): void;
  /** From here on the screen is brought up to date every so many ms; a peer that has no pace knows no such word. */
  pace?(ms: number): void;
};
declare global {
  interface Window {
    screenUnderTest?: Screen;
  }
}

export const ROWS = 20;
/** The two paces of the product: of a slow page, and of every display frame. */
export const PACE = { slow: 100, frame: 16 } as const;
