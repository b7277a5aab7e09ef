/** Puts together everything about who somebody is: accounts, sessions, devices, credentials, and the letters that tell of them. */

import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import { createPictureMaker } from '../codes/captcha-picture.ts';
import { type Captchas, createCaptchas } from '../codes/captchas.ts';
import { createCodes } from '../codes/codes.ts';
import { keyedHashOf } from '../codes/keyed-hash.ts';
import { createSendCode, type SendCode } from '../codes/send-code.ts';
import { createSmsBudget } from '../codes/sms-budget.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/database.ts';
import { createLoginSteps, type LoginSteps } from '../factors/login-steps.ts';
import { createPasskeys, type Passkeys } from '../factors/passkeys.ts';
import { relyingParty } from '../factors/relying-party.ts';
import { createSecondFactors } from '../factors/second-factor.ts';
import { createSecurity, type Security } from '../factors/security.ts';
import { createCarriers } from '../letters/carriers.ts';
import { createLetterDelivery, type LetterDelivery } from '../letters/letter-delivery.ts';
import { createLetters } from '../letters/letters.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import { createProtection, type Protection } from '../protection/create-protection.ts';
import { createFormerAddresses } from '../protection/former-addresses.ts';
import { createNotMeLinks } from '../protection/not-me-links.ts';
import { createOwnerLetters, type OwnerLetters } from '../protection/owner-letters.ts';
import { installationKey } from '../secrets/installation-key.ts';
import type { Settings } from '../site/settings.ts';
import type { TradingDesk } from '../trading/trading-desk.ts';
import { type ChangeAddress, createChangeAddress } from './change-address.ts';
import { type ChangePassword, createChangePassword } from './change-password.ts';
import { type ChangePayPassword, createChangePayPassword } from './change-pay-password.ts';
import { createDevices } from './devices.ts';
import { createEntrance } from './entrance.ts';
import { createLoginGuard } from './login-guard.ts';
import { createLoginHistory } from './login-history.ts';
import { createOpenAccount } from './open-account.ts';
import { createOwnSessions, type OwnSessions } from './own-sessions.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { createReauthenticator } from './reauth.ts';
import { createRegister, type Register } from './register.ts';
import { createResetPassword, type ResetPassword } from './reset-password.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createUsers, type Users } from './users.ts';

/** What people do with how they get in. */
export type Credentials = {
  readonly sendCode: SendCode;
  readonly captchas: Pick<Captchas, 'picture' | 'puzzle'>;
  readonly register: Register;
  readonly resetPassword: ResetPassword;
  readonly changePassword: ChangePassword;
  readonly changePayPassword: ChangePayPassword;
  readonly changeAddress: ChangeAddress;
};
type People = {
  readonly sessions: Sessions;
  readonly users: Users;
  readonly loginSteps: LoginSteps;
  readonly passkeys: Passkeys;
  readonly security: Security;
  readonly ownSessions: OwnSessions;
  readonly protection: Protection;
  readonly hasher: PasswordHasher;
  readonly credentials: Credentials;
  readonly ownerLetters: OwnerLetters;
  /** Starts and stops with the server. */
  readonly delivery: LetterDelivery;
  /** Housekeeping of all of it. */
  readonly cleanings: Readonly<Record<string, WallKind>>;
};
type Parts = {
  readonly config: Pick<
    Config,
    'profile' | 'smtpUrl' | 'mailFrom' | 'smsUrl' | 'dataDir' | 'secretsKey' | 'publicOrigins' | 'host' | 'port'
  >;
  readonly limits: Limits;
  readonly db: Db;
  /** The machine's: what people do with their credentials knows no tape time. */
  readonly clock: Clock;
  /** The market's: what was used up of a limit on oneself is counted by it. */
  readonly marketClock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly trading: Pick<TradingDesk, 'openAccounts' | 'cancelAll' | 'openLoss'>;
};

export async function createPeople({ config, limits, db, clock, marketClock, log, settings, trading }: Parts): Promise<People> {
  const { profile } = config;
  const { demosPerDevice } = limits.login;
  const sessions = createSessions({ db, clock, sessionsMax: limits.login.sessionsMax });
  const devices = createDevices({ db, clock, devicesMax: limits.login.devicesMax });
  const hasher = createPasswordHasher(limits.hashing);
  const guard = createLoginGuard(clock, limits.login);
  const openAccount = createOpenAccount({ clock, trading });
  const carriers = await createCarriers(config);
  const delivery = createLetterDelivery({ db, clock, log, settings, carriers, keepsParams: profile === 'demo' });
  const letters = createLetters({ clock, wake: delivery.wake });
  const links = createNotMeLinks({ clock, origin: config.publicOrigins[0] ?? `http://${config.host}:${config.port}` });
  const ownerLetters = createOwnerLetters({ clock, letters, links });
  const told = { ownerLetters, wake: letters.wake };
  const key = await installationKey({ dataDir: config.dataDir, given: config.secretsKey });
  const keyedHash = keyedHashOf(key);
  const codes = createCodes({ db, clock, limits: limits.codes, keyedHash });
  const smsBudget = createSmsBudget({ db, clock, limits });
  const captchas = createCaptchas({ db, clock, keyedHash, drawn: createPictureMaker() });
  const history = createLoginHistory({ db, clock, log });
  const entrance = createEntrance({ clock, sessions, devices, history, ...told });
  const factors = createSecondFactors({ db, clock, key, sessions, devices, ...told });
  const passkeys = createPasskeys({ db, clock, key, party: relyingParty(config.publicOrigins), sessions, devices, ...told });
  const loginSteps = createLoginSteps({ db, clock, guard, factors, passkeys, entrance, history });
  const users = createUsers({ db, clock, settings, openAccount, entrance, history, loginSteps, devices, hasher, guard, demosPerDevice });
  const reauthenticator = createReauthenticator({ db, guard, hasher, factors });
  const formerAddresses = createFormerAddresses({ db, clock, key });
  const { reservedUntil } = formerAddresses;
  const base = { db, clock, letters, ownerLetters, sessions };
  const own = createProtection({ ...base, marketClock, log, key, formerAddresses, devices, reauthenticator, trading });
  const parts = { ...base, profile, settings, codes, captchas, hasher, entrance, openAccount, reservedUntil };
  const credentials: Credentials = {
    sendCode: createSendCode({ ...parts, limits: limits.codes, smsBudget }),
    captchas,
    register: createRegister(parts),
    resetPassword: createResetPassword({ ...parts, devices }),
    changePassword: createChangePassword({ ...parts, reauthenticator }),
    changePayPassword: createChangePayPassword({ ...parts, reauthenticator }),
    changeAddress: createChangeAddress({ ...parts, limits: limits.codes, reauthenticator, formerAddresses, smsBudget }),
  };
  const cleanings = {
    session_cleaning: sessions.cleaning,
    device_cleaning: devices.cleaning,
    code_cleaning: codes.cleaning,
    captcha_cleaning: captchas.cleaning,
    letter_cleaning: letters.cleaning,
    sign_in_cleaning: loginSteps.cleaning,
    not_me_cleaning: links.cleaning,
    ...own.cleanings,
  };
  return {
    ...{ sessions, users, hasher, credentials, delivery, ownerLetters, cleanings, loginSteps, passkeys, protection: own.protection },
    security: createSecurity({ db, clock, settings, reauthenticator, factors, passkeys, ...told }),
    ownSessions: createOwnSessions({ db, clock, sessions, devices, history }),
  };
}
