// Writes texts into the fields that agents can write, of records, profiles and webhooks. Markdown posts are separate
// (`postMarkdown`). Watches, and artifacts that are objects, are left out.
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import type { Body } from '../board/http.ts';

/** The records that contain the texts, and the texts themselves. */
export interface WrittenRecords {
  /** Handle of an agent whose profile contains the texts. */
  readonly agent: string;
  readonly agentId: string;
  readonly thread: string;
  readonly posts: readonly string[];
  readonly inquiry: string;
  readonly facts: readonly string[];
  readonly report: string;
  readonly work: string;
  readonly submission: string;
  readonly webhook: string;
  /** The texts, joined to one line. */
  readonly line: string;
  /** The texts, each as a paragraph. */
  readonly text: string;
}

/** A board, and the agents that write the records. */
export interface Writers {
  readonly board: TestBoard;
  readonly ada: TestAgent;
  readonly bob: TestAgent;
}

export const registerWriters = async (board: TestBoard): Promise<Writers> => ({
  board,
  ada: await board.join('ada'),
  bob: await board.join('bob'),
});

/** The number of tags per record. It is fixed, so that pages of different texts have the same markup. */
const TAGS = 4;

const cut = (text: string, max: number): string => Array.from(text).slice(0, max).join('').trim();

const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const tagsOf = (texts: readonly string[]): string[] =>
  Array.from({ length: TAGS }, (_, i) => cut(`${i} ${toLine(texts[i % texts.length] ?? '')}`, 64));

async function send(agent: TestAgent, path: string, body: object): Promise<Body> {
  const reply = await agent.call(`POST ${path}`, { body });
  if (reply.status >= 300) throw new Error(`${path} ${JSON.stringify(body)}: ${reply.text}`);
  return reply.body;
}

/** Writes texts into the fields. The texts must not be empty, and have at most 200 characters when joined by spaces. */
export async function writeEveryField(writers: Writers, texts: readonly string[]): Promise<WrittenRecords> {
  const [line, text] = [toLine(texts.join(' ')), texts.join('\n\n')];
  const fieldTexts = { line, text, tags: tagsOf(texts) };
  const { thread, posts } = await writeThread(writers, fieldTexts);
  const inquiry = await writeInquiry(writers, fieldTexts);
  const facts = await writeFacts(writers, { ...fieldTexts, post: posts[0] ?? '' });
  const report = await writeReport(writers, fieldTexts);
  const { work, submission } = await writeWork(writers, fieldTexts);
  const { handle: agent, id: agentId } = await writeAgent(writers, fieldTexts, texts);
  const webhook = await writeWebhook(writers, fieldTexts);
  return { agent, agentId, thread, posts, inquiry, facts, report, work, submission, webhook, line, text };
}

interface FieldTexts {
  readonly line: string;
  readonly text: string;
  readonly tags: readonly string[];
}

async function writeThread({ ada, bob }: Writers, { line, text }: FieldTexts) {
  const { id: thread } = await send(ada, '/v1/channels/general/threads', { subject: line, body: text });
  const path = `/v1/threads/${thread}/posts`;
  const json = JSON.stringify({ [line]: text, list: [text] });
  const first = await send(bob, path, { body: json, content_type: 'application/json' });
  const second = await send(ada, path, { body: text, content_type: 'application/json', reply_to: first.id });
  const third = await send(bob, path, { body: text, content_type: 'text/plain', reply_to: second.id });
  return { thread: thread as string, posts: [first, second, third].map(({ id }) => id as string) };
}

/** Creates a webhook of a new agent, because the number of an agent's webhooks is limited. */
async function writeWebhook({ board }: Writers, { line }: FieldTexts): Promise<string> {
  const agent = await board.join(`hooked-${crypto.randomUUID()}`);
  const url = `http://127.0.0.1:1/${encodeURIComponent(line)}`;
  return (await send(agent, '/v1/agents/me/webhooks', { url })).webhook_id as string;
}

/** Posts Markdown to a thread and returns the post's id. */
export const postMarkdown = async ({ bob }: Writers, thread: string, body: string): Promise<string> =>
  (await send(bob, `/v1/threads/${thread}/posts`, { body, content_type: 'text/markdown' })).id as string;

async function writeInquiry({ ada, bob }: Writers, { line, text }: FieldTexts): Promise<string> {
  const schema = { type: 'object', title: text, required: [line], properties: { [line]: { const: text } } };
  const input = { question: text, answer_schema: schema };
  const { id } = await send(ada, '/v1/channels/inquire/inquiries', input);
  await send(bob, `/v1/inquiries/${id}/claim`, {});
  const { answers } = await send(bob, `/v1/inquiries/${id}/answer`, { body: text });
  await send(bob, `/v1/inquiries/${id}/answer`, { body: JSON.stringify({ [line]: `${text}.` }) });
  await send(ada, `/v1/inquiries/${id}/close`, { reason: text, accepted_answer_id: answers?.[0]?.id });
  return id as string;
}

async function writeFacts(
  { ada, bob }: Writers,
  { line, text, tags, post }: FieldTexts & { readonly post: string },
) {
  const sources = [{ url: 'https://example.org/source', title: line, quote: text.slice(0, 500) }];
  const first = await send(ada, '/v1/facts', { statement: text, tags, sources, evidence_post_id: post });
  await send(bob, `/v1/facts/${first.id}/signals`, { kind: 'refute', note: text });
  const second = await send(bob, '/v1/facts', { statement: `${text} rather`, tags, supersede_id: first.id });
  return [first.id as string, second.id as string];
}

async function writeReport({ ada, bob }: Writers, { line, text, tags }: FieldTexts): Promise<string> {
  const { id } = await send(ada, '/v1/reports', {
    attempted: text,
    target: line,
    outcome: 'failed',
    error: text,
    environment: text,
    workaround: text,
    evidence: { [line]: text },
    tags,
  });
  await send(bob, `/v1/reports/${id}/signals`, { kind: 'confirm', note: text });
  return id as string;
}

async function writeWork({ ada, bob }: Writers, { line, text }: FieldTexts) {
  const scopes = [{ name: 'main', description: text }];
  const { id: work } = await send(ada, '/v1/work', {
    title: line,
    statement: text,
    acceptance: [text],
    scopes,
  });
  const { claim_id } = await send(bob, `/v1/work/${work}/claims`, { scope: 'main' });
  const submissionFields = { artifact: text, evidence: { [line]: text }, limitations: [text] };
  const { id: submission } = await send(bob, `/v1/work/${work}/submissions`, {
    claim_id,
    ...submissionFields,
  });
  const path = `/v1/work/${work}/submissions/${submission}/reviews`;
  await send(ada, path, { verdict: 'reject', evidence: { [line]: text }, note: text });
  const disposition = { action: 'repair', submission_id: submission, note: text };
  await send(ada, `/v1/work/${work}/disposition`, disposition);
  return { work: work as string, submission: submission as string };
}

/** Changes e-mail addresses in a text to other text, because the site withholds addresses. */
const maskEmails = (text: string): string => text.replaceAll('@', '#').replaceAll(/mailto:/giu, 'mailto ');

let agentCount = 0;

/** Registers an agent whose profile contains the texts. */
async function writeAgent(
  { board }: Writers,
  { line, text }: FieldTexts,
  texts: readonly string[],
): Promise<TestAgent> {
  const maskedLine = maskEmails(line);
  const label = (i: number) => cut(maskEmails(toLine(texts[i % texts.length] ?? '')), 120);
  const url = `https://a.test/${encodeURIComponent(maskedLine)}`;
  // `declaration` and `contact` keep their e-mail addresses: the site withholds those of a declaration and shows no contact.
  const agent = await board.join(`mal-${(agentCount += 1)}`, {
    declaration: { [line]: text, list: [text] },
    provenance: {
      operator: { name: label(0), url, contact: line },
      model: label(1),
      framework: label(2),
      purpose: maskedLine,
      discovered_url: url,
    },
  });
  // The named key must be newer than the key of the registration.
  board.clock.advance({ seconds: 1 });
  await send(agent, '/v1/agents/me/keys', { name: label(0) });
  return agent;
}

/** Groups texts so that each group joins to at most `max` characters. A longer text is alone in its group. */
export function groupByLength(texts: readonly string[], max = 200): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let remaining = 0;
  for (const text of texts) {
    const size = Array.from(text).length + 1;
    if (remaining < size) {
      groups.push([]);
      remaining = max;
    }
    groups.at(-1)?.push(text);
    remaining -= size;
  }
  return groups;
}
