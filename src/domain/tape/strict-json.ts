/**
 * The part of JSON that a receipt is written in: objects, lists, texts, `null`, and whole numbers as digits. A key that stands twice, a number
 * of another form or a list in a list in a list … is refused, so that no two readers take one file for two. Nothing in it is ever run.
 */
import { wholeNumber } from './checkpoint.ts';

export type Json = null | number | string | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

/** Lists and objects inside each other. */
const DEPTH_MAX = 6;
/** Values in all, several times what a receipt has: two million zeros held a reader up for seconds. */
const VALUES_MAX = 65_536;

/** What is wrong, and before which character (from 0). */
class JsonProblem extends Error {}

const BLANK = /[ \t\n\r]*/y;
const DIGITS = /-?[\d.eE+-]+/y;

class JsonReader {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Json {
    const value = this.#value(0);
    if (this.#at < this.#text.length) throw this.#problem('the end');
    return value;
  }

  #problem(due: string): JsonProblem {
    const got = this.#at < this.#text.length ? JSON.stringify(this.#text.slice(this.#at, this.#at + 20)) : 'the end';
    return new JsonProblem(`got ${got} at character ${this.#at}, ${due} is due`);
  }

  #matched(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [match = ''] = pattern.exec(this.#text) ?? [];
    this.#at += match.length;
    return match;
  }

  /** Takes this text if it stands here. */
  #takes(text: string): boolean {
    this.#matched(BLANK);
    const isHere = this.#text.startsWith(text, this.#at);
    if (isHere) this.#at += text.length;
    return isHere;
  }

  #value(depth: number): Json {
    if (depth > DEPTH_MAX) throw this.#problem(`at most ${DEPTH_MAX} lists and objects inside each other`);
    if (++this.#values > VALUES_MAX) throw this.#problem(`at most ${VALUES_MAX} values`);
    this.#matched(BLANK);
    const value = this.#one(depth);
    this.#matched(BLANK);
    return value;
  }

  #one(depth: number): Json {
    if (this.#takes('{')) return this.#object(depth + 1);
    if (this.#takes('[')) return this.#list(depth + 1);
    if (this.#takes('null')) return null;
    if (this.#text[this.#at] === '"') return this.#string();
    const start = this.#at;
    const number = wholeNumber(this.#matched(DIGITS));
    if (number !== undefined) return number;
    this.#at = start;
    throw this.#problem('an object, a list, a text, null, or a whole number of digits alone up to 2^53 - 1');
  }

  #list(depth: number): Json[] {
    const values: Json[] = [];
    if (this.#takes(']')) return values;
    do values.push(this.#value(depth));
    while (this.#takes(','));
    if (!this.#takes(']')) throw this.#problem('"," or "]"');
    return values;
  }

  #object(depth: number): JsonObject {
    const fields = new Map<string, Json>();
    if (this.#takes('}')) return fields;
    do {
      this.#matched(BLANK);
      if (this.#text[this.#at] !== '"') throw this.#problem('a key');
      const start = this.#at;
      const key = this.#string();
      if (fields.has(key)) {
        this.#at = start;
        throw this.#problem('a key that is not there yet');
      }
      if (!this.#takes(':')) throw this.#problem('":"');
      fields.set(key, this.#value(depth));
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#problem('"," or "}"');
    return fields;
  }

  /** From quote to quote; what stands between is read by the platform. */
  #string(): string {
    let end = this.#at;
    let isEscaped: boolean;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) throw this.#problem('a text with an end');
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === '\\') slashes++;
      isEscaped = slashes % 2 === 1;
    } while (isEscaped);
    try {
      const text = JSON.parse(this.#text.slice(this.#at, end + 1)) as string;
      this.#at = end + 1;
      return text;
    } catch {
      throw this.#problem('a text as JSON writes it');
    }
  }
}

/** Reads a text; what is wrong with it, and where, in place of a value. */
export function readJson(text: string): { readonly value: Json } | { readonly problem: string } {
  try {
    return { value: new JsonReader(text).whole() };
  } catch (error) {
    if (error instanceof JsonProblem) return { problem: error.message };
    throw error;
  }
}
