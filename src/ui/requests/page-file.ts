/** Fetching a file with the page's own token and language, and handing it to the person. */
import { ERROR } from '#protocol/errors.ts';
import { CallError } from '#rest/call-error.ts';
import type { FileParts } from '#rest/file-reply.ts';
import { userInfo } from '#rest/user.ts';
import { lang } from '../language/language.ts';
import { token } from '../state/token.ts';
import { request } from './request.ts';

/** The browser has taken the file over by then. */
const REVOKE_AFTER_MS = 30_000;

const PARTS: FileParts = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  origin: '',
  lang: () => lang.peek(),
  token: () => token.peek(),
};

/** Text of a file. Rejects with a `CallError`. */
export async function pageFile(read: (parts: FileParts) => Promise<string>): Promise<string> {
  try {
    return await read(PARTS);
  } catch (error) {
    // The request layer owns what follows a lost session: a call through it makes it find out.
    if (error instanceof CallError && error.code === ERROR.session) void userInfo(request, { silent: true }).catch(() => undefined);
    throw error;
  }
}

/** `type`: its media type. */
export function saveFile(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
