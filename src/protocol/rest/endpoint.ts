/** An endpoint is a path, the way its parameters travel, and whether it moves money. Schemas are beside it, so that a page that only calls never ships them. */

export type Endpoint = {
  readonly path: string;
  /** What our client uses. A money call of the specification that is a GET is also accepted as POST (decision D0.05). */
  readonly method: 'GET' | 'POST';
  /** 'query' for GET, 'form' for form-urlencoded, 'json' for JSON bodies. */
  readonly body: 'query' | 'form' | 'json';
  /** True: never cancelled, never sent twice under two keys, carries `client_id` (decisions D0.10 to D0.12). */
  readonly money: boolean;
};

/** An endpoint that takes a file: multipart, which the request layer does not send. */
export type FileEndpoint = Omit<Endpoint, 'body'> & { readonly body: 'file' };

export const read = (path: string): Endpoint => ({ path, method: 'GET', body: 'query', money: false });
export const form = (path: string): Endpoint => ({ path, method: 'POST', body: 'form', money: false });
/** A money call: the specification has it as GET with a query; our client sends the same fields as a form by POST. */
export const money = (path: string): Endpoint => ({ path, method: 'POST', body: 'form', money: true });
