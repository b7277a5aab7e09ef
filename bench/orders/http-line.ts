/** One kept-alive HTTP connection with one call in flight: a client library would cost the load generator as much as an order costs the server. */
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

export class HttpLine {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(body: string): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
  }

  static open(url: string): Promise<HttpLine> {
    const { hostname, port, host } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new HttpLine(socket, host)));
      socket.once('error', reject);
    });
  }

  /** Body of the answer. */
  call(method: 'GET' | 'POST', path: string, token = '', body = ''): Promise<string> {
    const form = method === 'POST' ? `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n` : '';
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\nauthorization: ${token}\r\nlang: en\r\n${form}\r\n${body}`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = Number(LENGTH.exec(head)?.[1] ?? Number.NaN);
    const start = headEnd + HEAD_END.length;
    if (Number.isNaN(length)) this.#waiting?.reject(new Error(`an answer without a length: ${head.slice(0, 200)}`));
    if (!(this.#received.length >= start + length)) return;
    const body = this.#received.toString('utf8', start, start + length);
    this.#received = this.#received.subarray(start + length);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(body);
  }
}
