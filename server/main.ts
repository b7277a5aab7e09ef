/**
 * The process: reads the environment, opens the database, listens, says `ready` when it can take orders, and leaves in order on
 * SIGINT or SIGTERM. What cannot be started is one clear line and exit code 1.
 */
import { fileURLToPath } from 'node:url';
import { assembleServer, type Server } from './assemble-server.ts';
import { systemClock } from './clock/clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Db } from './database/database.ts';
import { DatabaseStartError } from './database/database-errors.ts';
import { openDatabase } from './database/open-database.ts';
import { RecordingError } from './feed/recording.ts';
import { createLog, type Log } from './log.ts';
import { addressText, clearSocketFile, OPS_PORT_TAKES } from './operations/operations-address.ts';
import { OperatorKeyError } from './operations/operator-key.ts';
import { ProductionSettingError } from './site/production-settings.ts';
import { SettingNameError } from './site/site-settings.ts';
import { TapeLogError } from './tape/log/key-files.ts';
import { DemoUserError } from './users/seed-demo-user.ts';

/** The built client lies beside `server/` and beside the bundle's own folder alike. */
const CLIENT_FOLDER = fileURLToPath(new URL('../dist/', import.meta.url));
/** A stop that takes longer is cut: the database is safe at any moment. */
const STOP_MS_MAX = 12_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // Whatever the server makes (database, keys, sockets) is for its own user only.
  process.umask(0o077);
  const db = await open(config, log);
  try {
    const server = await assembleServer({ config, db, clock: systemClock, log, clientFolder: CLIENT_FOLDER });
    stopOnSignals(server, db);
    await server.start();
    // Anyone who comes before the first prices would be refused for good; anyone who finds the door closed comes again.
    await server.ready();
    await listenForOperator(server, config);
    const url = await listen(server, config.host, config.port);
    process.stdout.write(`ready ${url}\n`);
    await readDays(server);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Works out the day of each product, one in a turn of the event loop: in the first days of a database that is a tenth of a second. */
async function readDays({ catalogue, candles }: Server): Promise<void> {
  for (const { id } of catalogue.products()) {
    candles.quotation(id);
    await systemClock.sleep(0);
  }
}

/** What is wrong with a database is wrong with the variable that names it. */
async function open(config: Config, log: Log): Promise<Db> {
  try {
    return await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log });
  } catch (error) {
    if (!(error instanceof DatabaseStartError)) throw error;
    throw new ConfigError(`${config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL'}: ${error.message}`);
  }
}

/** A taken port is one line of its own. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    const address = await server.app.listen({ host, port });
    return address.replace('[::1]', 'localhost');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new ConfigError(`PORT: got "${port}", which another process has on ${host}; takes a free port`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new ConfigError(`HOST: got "${host}", takes an address of this machine`);
    if (code === 'EACCES') throw new ConfigError(`PORT: got "${port}", takes a port that this user may open`);
    throw error;
  }
}

/** Operations answer on loopback or a socket file, whatever HOST says. */
async function listenForOperator({ operations }: Server, { operations: address }: Config): Promise<void> {
  const taken = new ConfigError(`OPS_PORT: ${addressText(address)} is in use by another process; takes an address of its own`);
  if ('path' in address && !(await clearSocketFile(address.path))) throw taken;
  try {
    await operations.listen('path' in address ? { path: address.path } : { host: '127.0.0.1', port: address.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw taken;
    throw new ConfigError(`OPS_PORT: ${addressText(address)} cannot be listened on (${code ?? String(error)}); takes ${OPS_PORT_TAKES}`);
  }
}

/** The first signal stops, later ones change nothing. */
function stopOnSignals(server: Server, db: Db): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    systemClock.after(STOP_MS_MAX, () => process.exit(0));
    try {
      await server.stop();
      await db.close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`stop: ${String(error)}\n`);
      process.exit(1);
    }
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

const KNOWN_ERRORS = [ConfigError, DemoUserError, OperatorKeyError, ProductionSettingError, RecordingError, SettingNameError, TapeLogError];

/** What an operator can mend is one line; anything else is a fault of ours and the log says where. */
function explain(error: unknown): string {
  const isKnown = KNOWN_ERRORS.some((known) => error instanceof known);
  if (!isKnown) createLog('error').error({ err: error }, 'cannot start');
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
