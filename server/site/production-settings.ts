/** What a server with real money refuses to start with, although the table of settings has it. */
import { productionProblem } from '#domain/setting-rules.ts';
import type { Profile } from '../config.ts';
import type { Settings } from './settings.ts';

/** Thrown at a start; the message is the one line that the operator sees. */
export class ProductionSettingError extends Error {
  override name = 'ProductionSettingError';
}

/** Throws `ProductionSettingError` for the first setting that production refuses. */
export function refuseForProduction(profile: Profile, settings: Settings): void {
  if (profile !== 'production') return;
  for (const name of ['is_micro', 'micro_loss_level']) {
    const problem = productionProblem(name, settings.get(name));
    if (problem) throw new ProductionSettingError(problem);
  }
}
