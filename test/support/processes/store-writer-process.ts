// Opens the store in the folder of the first argument, inserts rows one after another and prints each id after its commit.
// On SIGINT it inserts a last row, closes the store, prints `closed` and exits. On an error it prints the message and exits with 1.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { migrate } from '../../../prisma/migrate.ts';

const insert = `insert into consumed_challenges (id, expires_at) values ($1, now())`;

async function write(dataDir: string): Promise<void> {
  const embedded = await openEmbedded(dataDir);
  await migrate(embedded.connection);
  const client = new Client(embedded.connection);
  await client.connect();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  while (!stop.signal.aborted) await writeOne(client);
  // The server still runs: it has not received the signal.
  await writeOne(client);
  await client.end();
  await embedded.close();
  process.stdout.write('closed\n');
}

async function writeOne(client: Client): Promise<void> {
  const id = randomUUID();
  await client.query(insert, [id]);
  process.stdout.write(`${id}\n`);
}

try {
  await write(process.argv[2] ?? '');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
