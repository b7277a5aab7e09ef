/** Address of the socket: the page's own origin, secure whenever the page is (specification S1 section 7, decision DW.01). */
import { SOCKET_PATH } from './socket.ts';

/** `https://shop.example` -> `wss://shop.example/api/v2/ws`; `http:` pages get `ws:`. Throws for anything but http and https. */
export function socketUrl(origin: string): string {
  const match = /^http(s?):\/\/([^/?#]+)/.exec(origin);
  if (!match) throw new TypeError(`origin: ${origin}, allowed: http://… or https://…`);
  return `ws${match[1]}://${match[2]}${SOCKET_PATH}`;
}
