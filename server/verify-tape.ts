/** The command line that verifies receipts and follows logs. It knows no database and no configuration: anybody may run it anywhere. */
import { systemClock } from './clock/clock.ts';
import { logClient } from './verifier/log-client.ts';
import { EXIT, runVerifier } from './verifier/run-verifier.ts';

try {
  process.exitCode = await runVerifier(process.argv.slice(2), {
    print: (line) => console.log(line),
    readLog: (address) => logClient(address, systemClock),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = EXIT.unread;
}
