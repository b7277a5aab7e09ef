/** What a running server counts about itself, over the operations socket in its folder. */
import { get } from 'node:http';
import { join } from 'node:path';

export const metricsText = ({ dataDir, port }: { readonly dataDir: string; readonly port: number }): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = get(
      { socketPath: join(dataDir, `operations-${port}.sock`), path: '/metrics', headers: { host: 'localhost' } },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => {
          text += chunk;
        });
        reply.on('end', () => resolve(text));
      },
    );
    call.on('error', reject);
  });
