/**
 * The page that the link of a letter leads to: it says what it is about and asks. It is a form without script, so that it works in any browser of
 * any mail program, and whatever only looks at the link changes nothing.
 */
import { createHash } from 'node:crypto';
import { LANGUAGE_TAGS, type Language } from '#domain/languages.ts';
import { notMeEndpoint } from '#protocol/rest/protection-endpoints.ts';
import type { FileReply } from '../routes/route.ts';
import { escapeHtml } from '../routes/statement-format.ts';
import { messageText } from '../site/messages.ts';
import type { NotMe } from './freezes.ts';
import { utcMinute } from './owner-letters.ts';

/** The colours of the app (`src/ui/tokens.css`), light and dark. */
const STYLE =
  ':root{color-scheme:light dark;--bg:#f3f4f0;--card:#fff;--ink:#14180f;--ink-2:#4c5344;--main:#85bd00;--on-main:#16210a;--danger:#c22f1e}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#0c0f0a;--card:#151912;--ink:#f1f4ec;--ink-2:#b3bba8}}' +
  'body{margin:0;background:var(--bg);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}' +
  'header,main{box-sizing:border-box;max-width:30rem;margin:0 auto;padding:1.25rem}' +
  'header a{display:inline-flex;align-items:center;gap:.625rem;min-height:2.75rem;color:inherit;font-size:1.125rem;font-weight:700;text-decoration:none}' +
  'main{border-radius:1rem;background:var(--card)}h1{margin:.25rem 0;font-size:1.375rem;line-height:1.3}p{color:var(--ink-2)}form{margin:0}' +
  'button,.go{display:grid;box-sizing:border-box;width:100%;min-height:3.25rem;padding:.5rem;place-content:center;border:0;border-radius:.75rem;' +
  'font:inherit;font-weight:600;line-height:1.2;text-align:center;text-decoration:none;cursor:pointer}button{background:var(--danger);color:#fff}' +
  '.go{background:var(--main);color:var(--on-main)}:focus-visible{outline:3px solid;outline-offset:3px}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** Nothing runs, nothing is fetched, and the form goes nowhere but back. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The mark of the app (`public/icon.svg`), drawn here: nothing is fetched. */
const MARK =
  '<svg width="36" height="36" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="16" fill="#14180f"/>' +
  '<path d="M18 14v36M46 14v36" stroke="#85bd00" stroke-width="3" opacity=".55"/><rect x="12" y="24" width="12" height="18" rx="3" fill="#85bd00"/>' +
  '<path d="M32 10v44" stroke="#f6543e" stroke-width="3" opacity=".55"/><rect x="26" y="18" width="12" height="20" rx="3" fill="#f6543e"/>' +
  '<rect x="40" y="20" width="12" height="24" rx="3" fill="#85bd00"/></svg>';

type Shown = {
  readonly lang: Language;
  readonly site: string;
  readonly title: string;
  readonly words: readonly string[];
  /** What can be done there: the form, or a link into the app. */
  readonly act: string;
};

function page({ lang, site, title, words, act }: Shown): FileReply {
  const text = words.map((one) => `<p>${escapeHtml(one)}</p>`).join('');
  const html =
    `<!doctype html>\n<html lang="${LANGUAGE_TAGS[lang]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(`${site}: ${title}`)}</title><style>${STYLE}</style></head>` +
    `<body><header><a href="/">${MARK}${escapeHtml(site)}</a></header><main><h1>${escapeHtml(title)}</h1>${text}${act}</main></body></html>\n`;
  const headers = { 'content-security-policy': POLICY, 'x-robots-tag': 'noindex' };
  return { file: [html], mediaType: 'text/html; charset=utf-8', disposition: 'inline', headers };
}

/** To a page of the app. */
const linkTo = (path: 'forgot' | 'login', text: string): string => `<a class="go" href="/#/${path}">${escapeHtml(text)}</a>`;

type Place = { readonly lang: Language; readonly site: string };

/** Asks; `link`: the token, which the form sends back. */
export function askNotMe({ lang, site }: Place, link: string, about: NotMe): FileReply {
  const say = (key: string, params: Record<string, string> = {}) => messageText(`notMe.${key}`, lang, { site, ...params });
  const act = messageText(`notMe.act.${about.act}`, lang);
  const form =
    `<form method="post" action="${notMeEndpoint.path}"><input type="hidden" name="link" value="${escapeHtml(link)}">` +
    `<button type="submit">${escapeHtml(say('freeze'))}</button></form>`;
  const words = [say('about', { uid: about.uid, act, time: utcMinute(about.atMs) }), say('effect'), say('was')];
  return page({ lang, site, title: say('title'), words, act: form });
}

export const frozenPage = ({ lang, site }: Place): FileReply =>
  page({
    lang,
    site,
    title: messageText('notMe.done', lang),
    words: ['undone', 'next', 'help'].map((key) => messageText(`notMe.${key}`, lang, { site })),
    act: linkTo('forgot', messageText('notMe.set-password', lang)),
  });

/** The link is used, too old or none. */
export const linkOverPage = ({ lang, site }: Place): FileReply =>
  page({
    lang,
    site,
    title: messageText('notMe.over', lang),
    words: [messageText('notMe.over-detail', lang, { site })],
    act: linkTo('login', messageText('notMe.log-in', lang)),
  });
