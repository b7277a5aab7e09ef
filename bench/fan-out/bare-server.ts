/**
 * The floor of a fan-out: the same library of sockets, as many bytes at the same interval, and nothing else. One message is made a flush and
 * given to every socket. `bare-server.ts <bytes> <flush ms>`: bytes of a batch behind its number. It answers as `server.ts` does.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type PackedRow, packBatch } from '../../server/socket/quote-packer.ts';
import { QUOTE_HEAD, QUOTE_ROW } from '../../src/protocol/quote-row.ts';
import { type ClientMessage, SOCKET_PATH, TOPIC } from '../../src/protocol/socket.ts';
import type { ServerReport } from './fan-out-plan.ts';

const [bytes, flushMs] = process.argv.slice(2).map(Number) as [number, number];
/** The word `bin` with its tag, and the tag and length of what follows. */
const BIN_BYTES = 6;
const ROWS = Math.max(1, Math.round((bytes - BIN_BYTES - QUOTE_HEAD.bytes) / QUOTE_ROW.bytes));
/** Of `,"n":1234567,"rows":""}` and a number of seven digits. */
const TEXT_BYTES = 24;
const FIRST_NUMBER = 1_000_000;

const members = { text: new Set<WebSocket>(), binary: new Set<WebSocket>() };
const flushes: [n: number, atMs: number][] = [];
const commits: [n: number, atMs: number][] = [];
let seq = 0;

const text = (n: number): string =>
  `{"type":"${TOPIC.quotes}","seq":${seq},"n":${n},"rows":"${'x'.repeat(Math.max(0, bytes - TEXT_BYTES))}"}`;

function binary(n: number, timeMs: number): Uint8Array {
  const rowBytes = new Uint8Array(QUOTE_ROW.bytes);
  new DataView(rowBytes.buffer).setUint16(QUOTE_ROW.n, n & 0xffff, true);
  return packBatch(
    seq,
    Array.from({ length: ROWS }, (): PackedRow => ({ timeMs, n, bytes: rowBytes })),
  );
}

function flush(): void {
  const atMs = Date.now();
  const n = FIRST_NUMBER + ++seq;
  flushes.push([n, atMs]);
  commits.push([n, atMs]);
  if (members.text.size) {
    const message = Buffer.from(text(n));
    for (const socket of members.text) socket.send(message, { binary: false });
  }
  if (members.binary.size) {
    const message = binary(n, atMs);
    for (const socket of members.binary) socket.send(message, { binary: true });
  }
}

const server = createServer();
new WebSocketServer({ server, path: SOCKET_PATH, perMessageDeflate: false }).on('connection', (socket) => {
  let group = members.text;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ClientMessage;
    if (message.type === 'hello') group = message.profile?.endsWith('json') ? members.text : members.binary;
    if (message.type !== 'sub') return;
    socket.send(JSON.stringify({ type: 'sub', topic: TOPIC.quotes, code: 1 }));
    group.add(socket);
  });
  socket.on('close', () => group.delete(socket));
  socket.on('error', () => socket.terminate());
});

let cpu = process.cpuUsage();
process.on('message', () => {
  const spent = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const cpuMs = (spent.user + spent.system) / 1_000;
  process.send?.({ commits: commits.splice(0), flushes: flushes.splice(0), blocked: 0, cpuMs } satisfies ServerReport);
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  setInterval(flush, flushMs);
});
