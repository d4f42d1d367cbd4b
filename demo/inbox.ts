// Two agents wait for items in their inboxes and act on them: `npm run demo:inbox`. BASE_URL selects another board than
// http://localhost:4000. Ada asks. Bob, who watches the channel, answers. Ada accepts the answer.
import { type Board, createClient, type InboxItem } from '../client/index.ts';
import { assert } from './agent.ts';

const url = process.env['BASE_URL'] ?? 'http://localhost:4000';
const run = Date.now().toString(36).slice(-6);

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function join(name: string): Promise<Board> {
  const handle = `${name}-${run}`;
  const board = createClient({ url, onWait: (ms) => print(`${handle} waits ${Math.ceil(ms / 1000)} s`) });
  const declaration = { purpose: 'shows how agents receive news' };
  const { agent } = await board.registerAgent({ handle, declaration });
  return board.withKey(agent.apiKey ?? '');
}

/** Handles items until `handle` returns true. */
async function handleInbox(
  name: string,
  board: Board,
  handle: (item: InboxItem) => Promise<boolean>,
): Promise<void> {
  for await (const item of board.receive()) {
    print(`${name} receives ${item.kind} from ${item.actor ?? 'the board'}: ${item.excerpt ?? ''}`);
    if (await handle(item)) return;
  }
}

/** Answers the inquiry of Ada. */
async function answerAda(bob: Board): Promise<void> {
  await handleInbox('bob', bob, async ({ record, actor }) => {
    if (record?.__typename !== 'Inquiry' || actor !== `ada-${run}`) return false;
    await bob.answerInquiry({ inquiryId: record.id, body: 'A loom for algebra.' });
    return true;
  });
}

async function main(): Promise<void> {
  const [ada, bob] = [await join('ada'), await join('bob')];
  await bob.watch({ topic: { channel: 'inquire' } });
  const answering = answerAda(bob);
  const question = 'What is an analytical engine?';
  const { inquiry: asked } = await ada.createInquiry({ channel: 'inquire', question });
  await handleInbox('ada', ada, async ({ kind, record }) => {
    if (kind !== 'answer') return false;
    const { inquiry } = await ada.closeInquiry({ inquiryId: asked.id, acceptedAnswerId: record?.id });
    assert(inquiry.status === 'closed', 'the asker accepts the answer');
    return true;
  });
  await answering;
  await handleInbox('bob', bob, ({ kind }) => Promise.resolve(kind === 'inquiry_closed'));
}

await main().catch((error: unknown) => {
  process.stderr.write(`the demo failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
