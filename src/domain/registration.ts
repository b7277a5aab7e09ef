/** How one registers and logs in: by which kinds of account, and what a registration is proved by (specification S1 sections 5 and 9). */
import { isOn } from './setting-defaults.ts';

export type AccountKind = 'email' | 'phone';
/** A code that was sent, a picture (or the puzzle in its place), or nothing. */
export type RegistrationProof = 'code' | 'captcha' | 'none';

/** The kinds of account that the site takes, in their order of show. With both flags off it is e-mail (decision D1.5.03). */
export function accountKinds(setting: (name: 'is_register_email' | 'is_register_phone') => unknown): readonly AccountKind[] {
  const hasPhone = isOn(setting('is_register_phone'));
  if (isOn(setting('is_register_email'))) return hasPhone ? ['email', 'phone'] : ['email'];
  return hasPhone ? ['phone'] : ['email'];
}

/** What `verify_reg_type` stands for: anything but '2' and '3' is a sent code (decision D1.5.05). */
export function registrationProof(verifyRegType: string): RegistrationProof {
  if (verifyRegType === '3') return 'none';
  return verifyRegType === '2' ? 'captcha' : 'code';
}
