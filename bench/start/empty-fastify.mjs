// The floor of a start: Fastify with one route and nothing behind it. Prints the same line as the product when it listens; with `--deaf`
// it prints the line and never listens, which no bench may take for a start.
import { fastify } from 'fastify';

const app = fastify();
app.get('/readyz', async () => 'ok');
if (process.argv.includes('--deaf')) {
  console.log(`ready http://127.0.0.1:${process.env.PORT}`);
  setInterval(() => undefined, 1_000);
} else {
  console.log(`ready ${await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) })}`);
}
