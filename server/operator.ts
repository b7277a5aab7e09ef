/** The operator's command line: sends one command to the running server and prints what it says. Exit code 0 only when it was done. */
import { request } from 'node:http';
import { userInfo } from 'node:os';
import { HOUR_MS } from '#domain/time-units.ts';
import { ConfigError, readOperationsPlace } from './config.ts';
import { addressText, type OperationsAddress } from './operations/operations-address.ts';
import { type Answer, OPERATOR_KEY_HEADER, OPERATOR_PATH, type OperatorCall } from './operations/operator-call.ts';
import { helpText } from './operations/operator-commands.ts';
import { readOperatorKey } from './operations/operator-key.ts';
import { askForAnother } from './tape/log/begin-another-log.ts';

/** A whole verification reads everything there is. */
const ANSWER_MS_MAX = HOUR_MS;

/** Words and the two options, in any order. */
function readWords(argv: readonly string[]): OperatorCall {
  const options: Record<string, string> = {};
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string;
    if (word !== '--reason' && word !== '--as') words.push(word);
    else options[word] = argv[++at] ?? '';
  }
  const [command = 'help', ...rest] = words;
  return { command, words: rest, actor: options['--as'] ?? userInfo().username, reason: options['--reason'] ?? '' };
}

function send(address: OperationsAddress, key: string, asked: OperatorCall): Promise<Answer> {
  const where = 'port' in address ? { host: '127.0.0.1', port: address.port } : { socketPath: address.path };
  const body = JSON.stringify(asked);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...where,
        ...{ method: 'POST', path: OPERATOR_PATH, timeout: ANSWER_MS_MAX },
        headers: {
          host: 'localhost',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          [OPERATOR_KEY_HEADER]: key,
        },
      },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => {
          text += chunk;
        });
        reply.on('end', () => resolve(JSON.parse(text) as Answer));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

async function main(): Promise<Answer> {
  const asked = readWords(process.argv.slice(2));
  if (asked.command === 'help') return { isGood: true, lines: helpText() };
  const { address, dataDir, tapeKeyDir } = readOperationsPlace(process.env);
  const key = await readOperatorKey(dataDir);
  if (key === undefined)
    throw new ConfigError(`DATA_DIR: got "${dataDir}", which holds no operator.key; takes the folder of a server that was started`);
  try {
    return await send(address, key, asked);
  } catch {
    // A server that will not start with the log that it finds can be told to begin another.
    if (asked.command === 'tape-log' && asked.words[0] === 'new' && asked.reason.trim() !== '') {
      await askForAnother(tapeKeyDir, asked);
      return { isGood: true, lines: ['no server answers: the next start begins another log with the blocks that it finds'] };
    }
    throw new ConfigError(`no server answers at ${addressText(address)}; start it, or set PORT, OPS_PORT and DATA_DIR as it has them`);
  }
}

main().then(
  ({ isGood, lines }) => {
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = isGood ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
