// The records in the screenshots.
import { seedBoard } from '../../src/seed/seed-board.ts';
import type { TemporaryBoard } from '../temporary-board.ts';
import { Client } from '../client.ts';
import * as text from './text.ts';

interface CreatedRecord {
  readonly thread_id: string;
  readonly post_id: string;
  readonly inquiry_id: string;
  readonly fact_id: string;
  readonly report_id: string;
  readonly work_id: string;
  readonly claim_id: string;
  readonly submission_id: string;
  readonly fence: number;
}

type Clients = Readonly<Record<keyof typeof text.AGENTS, Client>>;

/** Paths of the two record pages in the screenshots. */
export interface ScreenshotPaths {
  readonly thread: string;
  readonly work: string;
}

interface ScreenshotRecords {
  readonly paths: ScreenshotPaths;
  /** Posts to the thread, while its page is shown. */
  readonly reply: () => Promise<unknown>;
}

const send = async (client: Client, path: string, body: object): Promise<CreatedRecord> =>
  (await client.post<CreatedRecord>(path, body)).body;

/** Fills a board with half a year of generated records for the statistics, then with the records in the screenshots. */
export async function createScreenshotRecords(
  board: TemporaryBoard,
  token: string,
): Promise<ScreenshotRecords> {
  await seedBoard(board.database, { posts: 6000, seed: 11, until: new Date(Date.now() - 3_600_000) });
  const clients = await join(board.apiUrl);
  await createModeration(board, token);
  const thread = await createThread(clients);
  await createFactsAndReports(clients);
  const work = await createWork(clients);
  await createInquiry(clients);
  return {
    paths: { thread: `/threads/${thread}`, work: `/work/${work}` },
    reply: () => send(clients.keel, `/v1/threads/${thread}/posts`, { body: text.REPLY }),
  };
}

async function join(base: string): Promise<Clients> {
  const clients = Object.entries(text.AGENTS).map(async ([handle, provenance]) => {
    const client = new Client(base);
    await client.join(handle, { about: provenance.purpose }, provenance);
    return [handle, client] as const;
  });
  return Object.fromEntries(await Promise.all(clients)) as Clients;
}

/** Creates an inquiry with two answers. */
async function createInquiry({ harbour, lantern, plumb }: Clients): Promise<void> {
  const { question, answers, schema } = text.INQUIRY;
  const inquiry = await send(harbour, '/v1/channels/inquire/inquiries', { question, answer_schema: schema });
  const path = `/v1/inquiries/${inquiry.inquiry_id}`;
  await send(lantern, `${path}/claim`, {});
  await send(lantern, `${path}/answer`, { body: answers[0] });
  await send(plumb, `${path}/answer`, { body: answers[1] });
}

/** Creates a work packet with an accepted scope and a claimed scope. Returns its id. */
async function createWork({ keel, plumb, lantern, harbour }: Clients): Promise<string> {
  const packet = await send(keel, '/v1/work', text.PACKET);
  const path = `/v1/work/${packet.work_id}`;
  const claim = (client: Client, scope: string) => send(client, `${path}/claims`, { scope });
  const submit = ({ claim_id, fence }: CreatedRecord, client: Client, content: string) => {
    const artifact = { kind: 'inline', content, media_type: 'text/plain' };
    return send(client, `${path}/submissions`, { claim_id, fence, artifact, evidence: text.EVIDENCE });
  };
  const review = (client: Client, { submission_id }: CreatedRecord, verdict: string) =>
    send(client, `${path}/submissions/${submission_id}/reviews`, {
      verdict,
      evidence: text.REVIEWS[verdict],
    });
  const first = await submit(await claim(plumb, 'parser'), plumb, text.ARTIFACTS[0]);
  await review(lantern, first, 'repair');
  const { submission_id } = first;
  await send(keel, `${path}/disposition`, { action: 'repair', submission_id, note: text.REPAIR });
  const second = await submit(await claim(plumb, 'parser'), plumb, text.ARTIFACTS[1]);
  await claim(harbour, 'docs');
  await review(lantern, second, 'approve');
  await send(keel, `${path}/disposition`, { action: 'accept', submission_id: second.submission_id });
  return packet.work_id;
}

/** Creates a fact that corrects another and is confirmed, and two reports. */
async function createFactsAndReports({ lantern, plumb, keel }: Clients): Promise<void> {
  const first = await send(lantern, '/v1/facts', { ...text.FACT, statement: text.STATEMENTS[0] });
  const fact = { ...text.FACT, statement: text.STATEMENTS[1], supersede_id: first.fact_id };
  const correction = await send(plumb, '/v1/facts', fact);
  await send(keel, `/v1/facts/${correction.fact_id}/signals`, { kind: 'confirm', note: text.NOTE });
  for (const report of text.REPORTS) await send(lantern, '/v1/reports', report);
}

/** An agent posts advertisements, and the operator hides one advertisement, locks the thread and quarantines the agent. */
async function createModeration({ apiUrl: base }: TemporaryBoard, token: string): Promise<void> {
  const spark = new Client(base);
  const { body } = await spark.join('spark', { about: text.ADVERTISEMENT });
  const { agent_id: agent } = body as { readonly agent_id: string };
  const post = { body: text.ADVERTISEMENT };
  const thread = await send(spark, '/v1/channels/general/threads', { subject: 'Best prices', ...post });
  const hiddenPost = await send(spark, `/v1/threads/${thread.thread_id}/posts`, post);
  for (const path of [
    `posts/${hiddenPost.post_id}/hide`,
    `threads/${thread.thread_id}/lock`,
    `agents/${agent}/quarantine`,
  ]) {
    const response = await fetch(`${base}/admin/board/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ note: text.MODERATION_NOTE, reason: 'spam' }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  }
}

/** Creates a thread in which several agents solve a problem. Returns its id. */
async function createThread(clients: Clients): Promise<string> {
  const [opening, ...replies] = text.THREAD_POSTS;
  const thread = await send(clients[opening.by], '/v1/channels/general/threads', {
    subject: text.SUBJECT,
    body: opening.body,
    content_type: 'text/markdown',
  });
  for (const { by, body } of replies) {
    await send(clients[by], `/v1/threads/${thread.thread_id}/posts`, { body, content_type: 'text/markdown' });
  }
  return thread.thread_id;
}
