/** What a server with real money refuses to start with, although the table of settings has it. */
import { type RegistrationProof, registrationProof } from '#domain/registration.ts';
import { isOn } from '#domain/setting-defaults.ts';
import { productionProblem } from '#domain/setting-rules.ts';
import type { Profile } from '../config.ts';
import type { Settings } from './settings.ts';

/** Thrown at a start; the message is the one line that the operator sees. */
export class ProductionSettingError extends Error {
  override name = 'ProductionSettingError';
}

const REFUSED_IN_PRODUCTION = ['is_micro', 'micro_loss_level', 'verify_reg_type'] as const;

/** Throws `ProductionSettingError` for the first setting that production refuses. */
export function refuseForProduction(profile: Profile, settings: Settings): void {
  if (profile !== 'production') return;
  const problem = refusedNow(settings);
  if (problem) throw new ProductionSettingError(problem);
}

/**
 * Whether micro trades may be asked for: the site has them, and this server may. Asked at every act and not at the start alone, since the table
 * of settings can be written by other hands than the operator's command (decision D9.169).
 */
export const hasMicro = (profile: Profile, settings: Settings): boolean =>
  isOn(settings.get('is_micro')) && (profile !== 'production' || refusedNow(settings) === undefined);

/** What a registration is proved by, asked at every one: with real money it is a sent code whatever the table says (decision D9.25). */
export const proofOfRegistration = (profile: Profile, settings: Settings): RegistrationProof =>
  profile === 'production' ? 'code' : registrationProof(settings.get('verify_reg_type'));

function refusedNow(settings: Settings): string | undefined {
  for (const name of REFUSED_IN_PRODUCTION) {
    const problem = productionProblem(name, settings.get(name));
    if (problem) return problem;
  }
  return undefined;
}
