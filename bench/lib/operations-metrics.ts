/** What a server counts about itself, over the operations socket in its folder. */
import { get } from 'node:http';
import { join } from 'node:path';

/** `url`: the public address; the socket's name carries its port. */
export const metricsText = (url: string, dataDir: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socketPath = join(dataDir, `operations-${new URL(url).port}.sock`);
    const call = get({ socketPath, path: '/metrics', headers: { host: 'localhost' } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => {
        text += chunk;
      });
      reply.on('end', () => resolve(text));
    });
    call.on('error', reject);
  });
