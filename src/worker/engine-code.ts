/** The engine's code that the first price list does without: one file of the build each, fetched when it is wanted. */
import { lateImport } from '#protocol/late-import.ts';
import type { Account } from './account/account.ts';
import type { ticketEstimate } from './account/ticket.ts';
import type { OpenChart } from './candles/open-chart.ts';

export type EngineCode = {
  /** When a chart is watched. */
  chart(): Promise<{ OpenChart: typeof OpenChart }>;
  /** When somebody is logged in. */
  account(): Promise<{ Account: typeof Account }>;
  /** When there is an order ticket. */
  ticket(): Promise<{ ticketEstimate: typeof ticketEstimate }>;
};

export const engineCode: EngineCode = {
  chart: () => lateImport(() => import('./candles/open-chart.ts')),
  account: () => lateImport(() => import('./account/account.ts')),
  ticket: () => lateImport(() => import('./account/ticket.ts')),
};
