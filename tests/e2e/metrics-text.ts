/** What a running server counts about itself. */
import { askOperations } from './operations-call.ts';

export const metricsText = (where: { readonly dataDir: string; readonly port: number }): Promise<string> =>
  askOperations(where, { path: '/metrics' });
