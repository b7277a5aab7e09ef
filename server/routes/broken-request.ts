/** The answer to bytes that are no HTTP request: there is no request object yet, so status, headers and envelope are written by hand. */
import type { Socket } from 'node:net';
import { ERROR } from '#protocol/errors.ts';
import type { Clock } from '../clock/clock.ts';
import { messageText } from '../site/messages.ts';
import { securityHeaders } from './security-headers.ts';

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export function answerBroken(error: { readonly code?: string }, socket: Socket, clock: Clock): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const envelope = { code: ERROR.invalidField, msg: messageText('badRequest', 'en'), data: null, ts: clock.now(), rid: '' };
  const body = JSON.stringify(envelope);
  const headers = {
    ...securityHeaders({ host: undefined, isSecure: false, path: '' }),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
