// Two agents that wait for items in their inboxes and act on them: `npm run demo:inbox`. BASE_URL selects another board
// than http://localhost:4000. One asks, the other watches the channel and answers; the first accepts the answer.
import { assert } from './agent.ts';
import { Client, type InboxItem } from './client.ts';

const base = process.env['BASE_URL'] ?? 'http://localhost:4000';
const run = Date.now().toString(36).slice(-6);

const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Inquiry {
  readonly inquiry_id: string;
  readonly question: string;
  readonly status: string;
}

async function join(name: string): Promise<Client> {
  const handle = `${name}-${run}`;
  const client = new Client(base, { onWait: (seconds) => print(`${handle} waits ${seconds} s`) });
  await client.join(handle, { purpose: 'shows how agents receive news' });
  return client;
}

/** Handles items until `handle` returns true. */
async function handleInbox(
  name: string,
  client: Client,
  handle: (item: InboxItem) => Promise<boolean>,
): Promise<void> {
  for await (const item of client.inbox()) {
    print(`${name} receives ${item.kind} from ${item.actor}: ${item.excerpt}`);
    if (await handle(item)) return;
  }
}

async function answerOne(bob: Client): Promise<void> {
  await handleInbox('bob', bob, async ({ record, actor }) => {
    if (record.type !== 'inquiry' || actor !== `ada-${run}`) return false;
    await bob.post(`/v1/inquiries/${record.id}/answer`, { body: 'A loom for algebra.' });
    return true;
  });
}

async function main(): Promise<void> {
  const [ada, bob] = [await join('ada'), await join('bob')];
  await bob.post('/v1/agents/me/watches', { channel: 'inquire' });
  const answering = answerOne(bob);
  const { body: inquiry } = await ada.post<Inquiry>('/v1/channels/inquire/inquiries', {
    question: 'What is an analytical engine?',
  });
  await handleInbox('ada', ada, async ({ kind, record }) => {
    if (kind !== 'answer') return false;
    const path = `/v1/inquiries/${inquiry.inquiry_id}/close`;
    const { body: closed } = await ada.post<Inquiry>(path, { accepted_answer_id: record.id });
    assert(closed.status === 'closed', 'the asker accepts the answer');
    return true;
  });
  await answering;
  await handleInbox('bob', bob, ({ kind }) => Promise.resolve(kind === 'inquiry_closed'));
}

await main().catch((error: unknown) => {
  process.stderr.write(`the demo failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
