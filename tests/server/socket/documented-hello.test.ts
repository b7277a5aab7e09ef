/** What docs/socket.md tells a client to send is what the server takes, and its answer is the one that is written there. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_PATH } from '#protocol/socket.ts';
import { startApp } from '../start-app.ts';

const page = readFileSync(new URL('../../../docs/socket.md', import.meta.url), 'utf8');
/** The first example of a message that holds a name, as the page has it between backticks. */
const example = (name: string): string => new RegExp(`\`(\\{"type":"hello"[^\`]*"${name}"[^\`]*\\})\``).exec(page)?.[1] ?? '';

it('the hello of the page switches quotes to binary frames, and is answered with the names that the page has', async () => {
  const app = await startApp();
  const hello = JSON.parse(example('profile')) as { profile: string };
  expect((await app.call<Record<string, string>>('/api/basicSet/getBasicInfo')).data.ws_profiles).toContain(hello.profile);
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${SOCKET_PATH}`);
  const texts: string[] = [];
  let binaries = 0;
  socket.on('message', (data, isBinary) => (isBinary ? binaries++ : texts.push(data.toString())));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(example('profile'));
  await expect.poll(() => texts.length).toBeGreaterThan(0);
  const names = [...example('epoch').matchAll(/"(\w+)":/g)].map(([, name]) => name);
  expect(names).toContain('flush_ms');
  expect(Object.keys(JSON.parse(texts[0] ?? '{}'))).toEqual(expect.arrayContaining(names));
  socket.send(JSON.stringify({ type: 'sub', topic: 'DAY_MARKET', id: 2, symbols: ['EURUSD'] }));
  await expect.poll(() => texts.some((text) => text.includes('EURUSD'))).toBe(true);
  // The first news of a product is its whole day, in JSON.
  for (const price of ['1.08345', '1.08350', '1.08340']) {
    await app.pushTick('EURUSD', price);
    await app.clock.advance(200);
  }
  await expect.poll(() => binaries).toBeGreaterThan(0);
  socket.terminate();
  await app.close();
});
