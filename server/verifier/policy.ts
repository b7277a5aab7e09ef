/** A trust policy (c2sp.org/tlog-policy): which logs are known, by their keys, and which witnesses have to sign beside them. Pure. */
import { parseVerifierKey, type VerifierKey } from '#domain/tape/signed-note.ts';
import type { Sha256 } from '#domain/tape/tape-crypto.ts';
import type { Witnesses } from '#domain/tape/verify-receipt.ts';

export type Policy = { readonly logs: readonly VerifierKey[]; readonly witnesses: Witnesses };

/** More lines than any policy has. */
const LINES_MAX = 1_000;
const LOG = 1;
const WITNESS = 4;

/** Whether what a name stands for has signed. */
type Member = (signed: readonly VerifierKey[]) => boolean;

class PolicyReader {
  readonly #sha256: Sha256;
  readonly logs: VerifierKey[] = [];
  readonly witnesses: VerifierKey[] = [];
  readonly #members = new Map<string, Member>();
  readonly #grouped = new Set<string>();
  quorum: Member | undefined;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** What is wrong with a line, if anything is. */
  line([word = '', ...rest]: readonly string[]): string | undefined {
    if (word === 'log') return this.#log(rest);
    if (word === 'witness') return this.#witness(rest);
    if (word === 'group') return this.#group(rest);
    if (word === 'quorum') return this.#quorum(rest);
    return `got "${word.slice(0, 40)}", takes log, witness, group or quorum`;
  }

  #key(text: string | undefined, type: number, known: readonly VerifierKey[]): VerifierKey | string {
    const key = text === undefined ? undefined : parseVerifierKey(this.#sha256, text);
    if (key?.type !== type) return `got "${text?.slice(0, 80) ?? ''}", takes a key of type ${type} as name+id+Base64`;
    const isTwice = known.some(({ publicKey }) => publicKey.every((byte, at) => byte === key.publicKey[at]));
    return isTwice ? 'this key stands in another line' : key;
  }

  #log([text, , ...more]: readonly string[]): string | undefined {
    const key = this.#key(text, LOG, this.logs);
    if (typeof key === 'string' || more.length > 0) return typeof key === 'string' ? key : 'log takes a key and an address';
    this.logs.push(key);
    return undefined;
  }

  #witness([name = '', text, , ...more]: readonly string[]): string | undefined {
    const key = this.#key(text, WITNESS, this.witnesses);
    if (typeof key === 'string' || more.length > 0) return typeof key === 'string' ? key : 'witness takes a name, a key and an address';
    this.witnesses.push(key);
    return this.#define(name, (signed) => signed.includes(key));
  }

  #group([name = '', count = '', ...members]: readonly string[]): string | undefined {
    const least = count === 'any' ? 1 : count === 'all' ? members.length : /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0;
    if (least < 1 || least > members.length)
      return `got "${count}" of ${members.length}, takes any, all, or a number from 1 to that of its members`;
    const twice = members.find((member) => this.#grouped.has(member) || members.indexOf(member) !== members.lastIndexOf(member));
    if (twice !== undefined) return `"${twice}" is in a group already`;
    const parts = members.map((member) => this.#members.get(member));
    const unknown = members.find((member) => !this.#members.has(member));
    if (unknown !== undefined) return `"${unknown}" stands in no line before`;
    for (const member of members) this.#grouped.add(member);
    return this.#define(name, (signed) => parts.filter((part) => part?.(signed)).length >= least);
  }

  #quorum([name = '', ...more]: readonly string[]): string | undefined {
    if (this.quorum) return 'there is a quorum already';
    const member: Member | undefined = name === 'none' ? () => true : this.#members.get(name);
    if (!member || more.length > 0) return `got "${[name, ...more].join(' ')}", takes none, or a name of a line before`;
    this.quorum = member;
    return undefined;
  }

  #define(name: string, member: Member): string | undefined {
    if (name === '' || name === 'none' || this.#members.has(name)) return `"${name}" is taken`;
    this.#members.set(name, member);
    return undefined;
  }
}

/** Reads a policy; of one that is none, the first line that is wrong and why. */
export function readPolicy(sha256: Sha256, text: string): Policy | { readonly problem: string } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the form forbids.
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) return { problem: 'policy: it has control characters, which a policy has not' };
  const lines = text.split('\n');
  if (lines.length > LINES_MAX) return { problem: `policy: got ${lines.length} lines, takes ${LINES_MAX}` };
  const reader = new PolicyReader(sha256);
  for (const [at, line] of lines.entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    const problem = words.length === 0 || words[0]?.startsWith('#') ? undefined : reader.line(words);
    if (problem) return { problem: `policy, line ${at + 1}: ${problem}` };
  }
  if (!reader.quorum) return { problem: 'policy: it has no line "quorum"' };
  return { logs: reader.logs, witnesses: { keys: reader.witnesses, isQuorum: reader.quorum } };
}
