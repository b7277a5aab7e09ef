/** Photos for tests, and the form in which they travel. */
import sharp from 'sharp';
import type { Envelope } from '#protocol/errors.ts';
import type { UploadReply } from '#protocol/rest/identity.ts';
import type { StartedApp } from './start-app.ts';

const BOUNDARY = 'outcry-test-boundary';

type Part = { bytes: Uint8Array | string; name?: string; filename?: string; type?: string };

/** Body and headers of a multipart form. */
export function formOf(...parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ bytes, name = 'file', filename = 'photo.jpg', type = 'image/jpeg' }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  const payload = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)));
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

type Sent = Envelope<UploadReply> & { readonly status: number };

export async function sendForm({ app }: StartedApp, token: string, form: ReturnType<typeof formOf>): Promise<Sent> {
  const headers = { ...form.headers, authorization: token };
  const reply = await app.inject({ method: 'POST', url: '/api/common/image_upload', headers, payload: form.payload });
  return { ...reply.json<Envelope<UploadReply>>(), status: reply.statusCode };
}

export const sendPhoto = (app: StartedApp, token: string, bytes: Uint8Array | string): Promise<Sent> =>
  sendForm(app, token, formOf({ bytes }));

/** A picture of one colour. */
export const photo = (colour = '#4488cc', width = 64, height = 40) => sharp({ create: { width, height, channels: 3, background: colour } });

/** The address of a fresh photo of this person. */
export async function sentPhoto(app: StartedApp, token: string, colour?: string): Promise<string> {
  const { data } = await sendPhoto(app, token, await photo(colour).jpeg().toBuffer());
  return data.url;
}

/** What a link answers. */
export async function fetchPhoto({ app }: StartedApp, url: string) {
  const reply = await app.inject({ method: 'GET', url });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}

/** Another real person, logged in. */
export async function stranger(app: StartedApp, account = 'stranger@example.com'): Promise<string> {
  const fields = { type: 'email', account, password: 'Long-enough-7', re_password: 'Long-enough-7', area_id: '1' };
  const { data } = await app.call<{ token: string }>('/api/user/register', fields, { method: 'POST' });
  return data.token;
}
