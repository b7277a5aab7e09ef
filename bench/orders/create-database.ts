/** A second database in the same PostgreSQL server. Gives its address. */
import pg from 'pg';

/** `name`: lower-case letters; it must not be there yet. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return serverUrl.replace(/[^/]*$/, name);
}
