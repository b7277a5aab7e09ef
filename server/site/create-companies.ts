/** Companies and complaints, put together. */
import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/database.ts';
import { installationKey } from '../secrets/installation-key.ts';
import { type Companies, companiesOf, seedCompanies } from './companies.ts';
import { type Complaints, createComplaints } from './complaints.ts';
import type { Settings } from './settings.ts';

type Parts = {
  readonly config: Pick<Config, 'dataDir' | 'secretsKey' | 'profile'>;
  readonly db: Db;
  /** Wall time. */
  readonly clock: Clock;
  readonly settings: Settings;
};

export async function createCompanies({ config, ...parts }: Parts): Promise<{ companies: Companies; complaints: Complaints }> {
  const key = await installationKey({ dataDir: config.dataDir, given: config.secretsKey });
  await seedCompanies(parts.db, config.profile);
  return { companies: companiesOf(parts.db), complaints: createComplaints({ ...parts, key }) };
}
