/** The page's one request layer: src/rest with the browser's own transport and clock. */
import { signal } from '@preact/signals';
import { FIRST_ERROR } from '#protocol/first-error.ts';
import { CALL_ERROR, CallError } from '#rest/call-error.ts';
import { createRequest, type Request, type RequestParts } from '#rest/request.ts';
import { toast } from '../kit/toast.tsx';
import { errorText } from '../language/i18n.ts';
import { lang } from '../language/language.ts';
import { caller } from '../state/caller.ts';
import { isOffline } from '../state/link.ts';
import { earlyAnswer } from './early-answers.ts';

/** Number of calls under way that asked for the spinner; `BusyBar` shows it. */
export const busyCalls = signal(0);

let sessionLost: RequestParts['onSessionLost'] = () => undefined;
/** Sets what happens when the server answers 999 to the token in use. */
export function whenSessionLost(handler: RequestParts['onSessionLost']): void {
  sessionLost = handler;
}

const offlineError = (): CallError => new CallError(CALL_ERROR.offline);

/**
 * Offline no change is sent, so that it is true to say so (decision D9.258; of money calls `page-money.ts` sees to it). A read is tried all the
 * same, since a browser may be wrong about its network.
 */
async function send(url: string, init: RequestInit): Promise<Response> {
  const wasOffline = isOffline.peek();
  if (wasOffline && init.method === 'POST') throw offlineError();
  try {
    return await fetch(url, init);
  } catch (error) {
    throw wasOffline ? offlineError() : error;
  }
}

export const request: Request = createRequest({
  origin: '',
  fetch: (url, init) => earlyAnswer(url, init.headers) ?? send(url, init),
  now: () => Date.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  // Money calls wait for their code, which comes with the first of them.
  loadMoney: async () => (await import('./page-money.ts')).pageMoney,
  lang: () => lang.peek(),
  caller: () => caller.peek(),
  // A transport failure comes as its code: our own words for it name the code too.
  onToast(text, kind, code) {
    if (code === FIRST_ERROR.realNameRequired) void import('./real-name-toast.ts').then((word) => word.tellRealName(text));
    else toast(errorText(text, text), kind);
  },
  onSessionLost: (initial, why) => sessionLost(initial, why),
  onBusy: (count) => {
    busyCalls.value = count;
  },
  warn: (text) => console.warn(text),
});
