/** The command `npm run verify-tape`: what it takes, what it prints, and how it ends. Everything outside is passed in. */
import { readFileSync, statSync } from 'node:fs';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { RECEIPT_BYTES_MAX } from '#domain/tape/receipt-limits.ts';
import { strictUtf8 } from '#protocol/strict-utf8.ts';
import { followLog, type ReadLog } from './follow-log.ts';
import { type Policy, readPolicy } from './policy.ts';
import { plain, verdictJson, verdictLines } from './verdict-lines.ts';
import { type FileText, type FileVerdict, verifyFiles } from './verify-files.ts';

/** Files that one call takes. */
const FILES_MAX = 1_000;
const POLICY_BYTES_MAX = 1024 * 1024;
/** How the command ends: nothing said no; something did; it was asked in a way that it does not understand, or what it was given is no receipt. */
export const EXIT = { good: 0, no: 1, unread: 2 } as const;
type Exit = (typeof EXIT)[keyof typeof EXIT];

const HELP = `npm run verify-tape -- [--json] [--policy FILE] [--follow URL] FILE…

Verifies receipts of fills, offline: four answers each, and why. Files of one log are compared with each other.
  --policy FILE  which keys logs have and which witnesses must have signed (c2sp.org/tlog-policy)
  --follow URL   rechecks the whole log at this address, such as https://trade.example/tape, and that the files are part of it
  --json         a line of JSON for each file in place of words
Ends with 0 when nothing is wrong (a receipt may still leave something open), 1 when something is, 2 when something cannot be read.`;

export type VerifierParts = {
  readonly print: (line: string) => void;
  readonly readLog: (address: string) => ReadLog;
};

type Asked = {
  readonly files: readonly string[];
  readonly isJson: boolean;
  readonly policy: string | undefined;
  readonly follow: string | undefined;
};

/** What was asked; a problem in place of it. */
function readWords(words: readonly string[]): Asked | string {
  const files: string[] = [];
  const values = new Map<string, string>();
  let isJson = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--json') isJson = true;
    else if (word === '--policy' || word === '--follow') {
      const value = words[++at];
      if (value === undefined || values.has(word)) return `${word} takes one value`;
      values.set(word, value);
    } else if (word.startsWith('--')) return `got ${JSON.stringify(word)}, takes --json, --policy and --follow`;
    else files.push(word);
  }
  const follow = values.get('--follow');
  if (files.length > FILES_MAX) return `got ${files.length} files, takes ${FILES_MAX}`;
  if (files.length === 0 && follow === undefined) return 'no file is named';
  if (follow !== undefined && !/^https?:\/\/[^\s]+$/.test(follow))
    return `--follow: got ${JSON.stringify(follow)}, takes an address with http or https`;
  return { files, isJson, policy: values.get('--policy'), follow };
}

/** A file of at most so many bytes; of a larger one a text that is too long, so that it is refused for that. */
function readText(name: string, bytesMax: number): FileText {
  try {
    const { size } = statSync(name);
    return { text: size > bytesMax ? ' '.repeat(bytesMax + 1) : strictUtf8(readFileSync(name)) };
  } catch (error) {
    return { text: undefined, problem: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
  }
}

function readPolicyFile(name: string | undefined): Policy | undefined | { readonly problem: string } {
  if (name === undefined) return undefined;
  const { text, problem } = readText(name, POLICY_BYTES_MAX);
  if (problem) return { problem: `policy: ${name}: ${problem}` };
  return text === undefined || text.length > POLICY_BYTES_MAX
    ? { problem: `policy: it is no text of at most ${POLICY_BYTES_MAX} bytes` }
    : readPolicy(nobleCrypto.sha256, text);
}

/** Runs the command; every problem has a line. */
export async function runVerifier(words: readonly string[], { print, readLog }: VerifierParts): Promise<Exit> {
  if (words.includes('--help')) {
    print(HELP);
    return EXIT.good;
  }
  const asked = readWords(words);
  if (typeof asked === 'string') {
    print(asked);
    print(HELP);
    return EXIT.unread;
  }
  const policy = readPolicyFile(asked.policy);
  if (policy && 'problem' in policy) {
    print(policy.problem);
    return EXIT.unread;
  }
  const named = asked.files.map((name) => ({ name, read: () => readText(name, RECEIPT_BYTES_MAX) }));
  const { files, problems, heads } = verifyFiles(named, policy);
  for (const file of files) for (const line of asked.isJson ? [verdictJson(file)] : verdictLines(file)) print(line);
  const followed =
    asked.follow === undefined
      ? undefined
      : await followLog({ crypto: nobleCrypto, read: readLog(asked.follow), pin: pinFor(files, policy), heads });
  const said = [...problems, ...(followed?.problems ?? [])];
  if (!asked.isJson) for (const fact of followed?.facts ?? []) print(plain(fact));
  for (const line of said) print(asked.isJson ? JSON.stringify({ problem: line }) : plain(line));
  if (said.length > 0 || files.some((file) => 'colour' in file && file.colour === 'red')) return EXIT.no;
  return files.some((file) => 'refused' in file) ? EXIT.unread : EXIT.good;
}

/** The key that a followed log must have: that of the files, else the policy's only one. */
function pinFor(files: readonly FileVerdict[], policy: Policy | undefined): string | undefined {
  const ofFiles = files.flatMap((file) => ('pin' in file && file.pin !== undefined ? [file.pin] : []))[0];
  return ofFiles ?? (policy?.logs.length === 1 ? policy.logs[0]?.text : undefined);
}
