/** Sends a photo and says how far it came. By XMLHttpRequest: `fetch` tells nothing of what is on its way up. */
import { CALL_ERROR, CallError } from '#rest/call-error.ts';
import { uploadPhoto } from '#rest/upload.ts';
import { lang } from '../language/language.ts';
import { caller } from '../state/caller.ts';
import { isOffline } from '../state/link.ts';

/** Eight megabytes take so long on the slowest line that is of use. */
const TIMEOUT_MS = 60_000;

/** The address of the photo. `onProgress`: the share that has left, 0 to 1. Rejects with a `CallError`. */
export const sendPhoto = (photo: Blob, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> =>
  uploadPhoto(
    {
      origin: '',
      lang: () => lang.peek(),
      token: () => caller.peek().token,
      send: (url, headers, file: Blob) =>
        new Promise((resolve, reject) => {
          if (isOffline.peek()) return reject(new CallError(CALL_ERROR.offline));
          const call = new XMLHttpRequest();
          const fail = (code: string) => () => reject(new CallError(code));
          call.open('POST', url);
          call.timeout = TIMEOUT_MS;
          for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
          call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
          call.onload = () => resolve({ status: call.status, text: call.responseText });
          call.onerror = fail(CALL_ERROR.network);
          call.ontimeout = fail(CALL_ERROR.timeout);
          call.onabort = fail(CALL_ERROR.cancelled);
          if (signal.aborted) return call.onabort(new ProgressEvent('abort'));
          signal.addEventListener('abort', () => call.abort(), { once: true });
          const form = new FormData();
          form.append('file', file, 'photo.jpg');
          call.send(form);
        }),
    },
    photo,
  );
