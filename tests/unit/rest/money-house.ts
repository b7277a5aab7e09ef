/** A server of two users and a call that pays, for tests of who a money call belongs to. */
import type { Answer, Sent } from './fake-server.ts';

export const PAY = '/v2/api/pay';
export const BY_ID = '/v2/api/order/by_client_id';
const VOID = '/v2/api/order/void';
const SESSION_OVER = { code: 999, msg: 'log in' };

/** The server's side: sessions, and answers kept by user and key. */
export class House {
  /** User by token. */
  readonly sessions = new Map([
    ['token-a', 'a'],
    ['token-b', 'b'],
  ]);
  readonly kept = new Map<string, { code: number; msg: string; data: unknown }>();
  /** `user key` of everything that was executed, in order. */
  readonly executed: string[] = [];
  /** What becomes of a reply on its way back, by path. */
  isLost: (sent: Sent) => boolean = () => false;
  /** What never arrives. */
  isDown: (sent: Sent) => boolean = () => false;

  readonly answer = (sent: Sent): Answer => {
    if (this.isDown(sent)) return 'down';
    const answer = this.#answer(sent);
    return this.isLost(sent) ? 'down' : answer;
  };

  #answer(sent: Sent): { code: number; msg: string; data: unknown } {
    const user = this.sessions.get(sent.headers.authorization ?? '');
    if (!user) return { ...SESSION_OVER, data: null };
    const key = sent.body.get('client_id') ?? sent.url.searchParams.get('client_id') ?? '';
    const name = `${user} ${key}`;
    const known = this.kept.get(name);
    if (sent.url.pathname === BY_ID) return { code: 1, msg: '', data: { state: known ? 'done' : 'unknown', reply: known ?? null } };
    if (known) return known;
    const isVoid = sent.url.pathname === VOID;
    if (!isVoid) this.executed.push(name);
    const reply = isVoid ? { code: 1109, msg: 'not executed', data: null } : { code: 1, msg: 'Done', data: 'filled' };
    this.kept.set(name, reply);
    return reply;
  }
}
