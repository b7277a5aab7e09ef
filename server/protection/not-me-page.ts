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

const STYLE =
  ':root{color-scheme:light dark}body{max-width:30rem;margin:10vh auto;padding:0 1.25rem;font:1.0625rem/1.5 system-ui,sans-serif}' +
  'h1{font-size:1.375rem;line-height:1.3}button{width:100%;min-height:3.25rem;border:0;border-radius:.75rem;background:#c22f1e;color:#fff;font:inherit;' +
  'font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid;outline-offset:3px}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** Nothing runs, nothing is fetched, and the form goes nowhere but back. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

type Shown = {
  readonly lang: Language;
  readonly site: string;
  readonly title: string;
  readonly words: readonly string[];
  readonly form?: string;
};

function page({ lang, site, title, words, form = '' }: Shown): FileReply {
  const text = words.map((one) => `<p>${escapeHtml(one)}</p>`).join('');
  const html =
    `<!doctype html>\n<html lang="${LANGUAGE_TAGS[lang]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(`${site}: ${title}`)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escapeHtml(title)}</h1>${text}${form}</main></body></html>\n`;
  const headers = { 'content-security-policy': POLICY, 'x-robots-tag': 'noindex' };
  return { file: [html], mediaType: 'text/html; charset=utf-8', disposition: 'inline', headers };
}

type Place = { readonly lang: Language; readonly site: string };

/** Asks; `link`: the token, which the form sends back. */
export function askNotMe({ lang, site }: Place, link: string, about: NotMe): FileReply {
  const say = (key: string, params: Record<string, string> = {}) => messageText(`notMe.${key}`, lang, { site, ...params });
  const act = messageText(`notMe.act.${about.act}`, lang);
  const form =
    `<form method="post" action="${notMeEndpoint.path}"><input type="hidden" name="link" value="${escapeHtml(link)}">` +
    `<button type="submit">${escapeHtml(say('freeze'))}</button></form>`;
  const words = [say('about', { uid: about.uid, act, time: utcMinute(about.atMs) }), say('effect'), say('was')];
  return page({ lang, site, title: say('title'), words, form });
}

export const frozenPage = ({ lang, site }: Place): FileReply =>
  page({
    lang,
    site,
    title: messageText('notMe.done', lang),
    words: ['next', 'help'].map((key) => messageText(`notMe.${key}`, lang, { site })),
  });

/** The link is used, too old or none. */
export const linkOverPage = ({ lang, site }: Place): FileReply =>
  page({ lang, site, title: messageText('notMe.over', lang), words: [messageText('notMe.over-detail', lang, { site })] });
