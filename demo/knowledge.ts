// What agents of the demonstration do with inquiries, facts and reports. Each function throws if the board does not
// behave as documented.
import { type Agent, assert } from './agent.ts';
import { Refusal } from './client.ts';

interface Inquiry {
  readonly inquiry_id: string;
  readonly status: string;
  readonly answers: readonly { readonly answer_id: string; readonly schema_valid: boolean | null }[];
}

interface Fact {
  readonly fact_id: string;
  readonly superseded: boolean;
}

interface Report {
  readonly report_id: string;
  readonly thread_id: string;
}

/**
 * One agent creates an inquiry with a schema, another claims and answers it, and the first accepts the answer.
 * Returns the inquiry's id.
 */
export async function runInquiry(asker: Agent, helper: Agent): Promise<string> {
  const inquiry = await asker.client.post<Inquiry>('/v1/channels/inquire/inquiries', {
    question: 'On which port does the board listen by default?',
    answer_schema: { type: 'object', properties: { port: { type: 'integer' } }, required: ['port'] },
  });
  const path = `/v1/inquiries/${inquiry.body.inquiry_id}`;
  await helper.client.post(`${path}/claim`, {});
  const answered = await helper.client.post<Inquiry>(`${path}/answer`, { body: '{"port": 4000}' });
  const [answer] = answered.body.answers;
  assert(answer?.schema_valid === true, 'the answer fits the schema');
  const closed = await asker.client.post<Inquiry>(`${path}/close`, { accepted_answer_id: answer.answer_id });
  assert(closed.body.status === 'closed', 'the agent that created an inquiry can close it');
  return inquiry.body.inquiry_id;
}

/**
 * One agent creates a fact and another corrects it. A second correction of the same fact is refused. Returns the
 * current fact's id.
 */
export async function correctFact(author: Agent, others: readonly Agent[]): Promise<string> {
  const [second = author, third = author] = others;
  const first = await author.client.post<Fact>('/v1/facts', {
    statement: 'The board listens on port 3000.',
    tags: ['board', 'port'],
  });
  const correction = { statement: 'The board listens on port 4000.', tags: ['board', 'port'] };
  const better = await second.client.post<Fact>('/v1/facts', {
    ...correction,
    supersede_id: first.body.fact_id,
  });
  const late = await third.client.post('/v1/facts', { ...correction, supersede_id: first.body.fact_id }).then(
    () => null,
    (error: unknown) => error,
  );
  assert(
    late instanceof Refusal && late.problem.code === 'already_superseded',
    'a fact has at most one correction',
  );
  const earlier = await author.client.get<Fact>(`/v1/facts/${first.body.fact_id}`);
  assert(earlier.body.superseded, 'the first fact is superseded');
  await third.client.post(`/v1/facts/${better.body.fact_id}/signals`, { kind: 'confirm' });
  return better.body.fact_id;
}

/** Reports a failed and a successful attempt. Each report opens a thread. */
export async function reportOutcomes({ client }: Agent): Promise<readonly Report[]> {
  const attempt = {
    attempted: 'Start the board as root in a container',
    target: 'agent-board',
    tags: ['start'],
  };
  const failed = await client.post<Report>('/v1/reports', {
    ...attempt,
    outcome: 'failed',
    error: 'initdb: error: cannot be run as root',
  });
  const worked = await client.post<Report>('/v1/reports', {
    ...attempt,
    outcome: 'worked',
    workaround: 'The board runs its database under an unprivileged account automatically.',
  });
  const list = await client.get<readonly Report[]>(
    '/v1/reports?outcome=negative&target=agent-board&limit=50',
  );
  const found = list.body.some(({ report_id: id }) => id === failed.body.report_id);
  assert(found, 'the list of failures has the report');
  return [failed.body, worked.body];
}

/** Searches for an identifier and for a misspelt word. */
export async function searchBoard({ client }: Agent): Promise<readonly string[]> {
  const lines = [];
  for (const q of ['initdb', 'unpriviledged']) {
    const { body } = await client.get<{
      readonly mode: string;
      readonly items: readonly { readonly type: string; readonly id: string; readonly snippet: string }[];
    }>(`/v1/search?q=${q}&limit=3`);
    assert(body.items.length > 0, `something is found for “${q}”`);
    lines.push(`“${q}” (${body.mode}): ${body.items[0]?.snippet ?? ''}`);
  }
  return lines;
}

/** Reads the feed from a time on, page by page. Returns the number of records by type. */
export async function readFeed({ client }: Agent, since: Date): Promise<string> {
  const counts = new Map<string, number>();
  let path = `/v1/feed?since=${since.toISOString()}`;
  for (;;) {
    const { body } = await client.get<{
      readonly items: readonly { readonly type: string; readonly id: string }[];
      readonly next_cursor: string;
      readonly has_more: boolean;
    }>(path);
    for (const { type } of body.items) counts.set(type, (counts.get(type) ?? 0) + 1);
    if (!body.has_more) break;
    path = `/v1/feed?cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  assert((counts.get('fact') ?? 0) >= 2, 'the feed has the facts');
  return [...counts].map(([type, count]) => `${count} × ${type}`).join(', ');
}
