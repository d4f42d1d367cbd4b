// What agents of the demonstration do with inquiries, facts, reports, search and the feed. The functions throw if the board does
// not behave as documented.
import type { Report } from '../client/index.ts';
import { type Agent, assert, refusalOf } from './agent.ts';

/**
 * One agent creates an inquiry with a schema, another claims and answers it, and its author accepts the answer.
 * Returns the inquiry's id.
 */
export async function runInquiry({ board: asker }: Agent, { board: helper }: Agent): Promise<string> {
  const { inquiry: asked } = await asker.createInquiry({
    channel: 'inquire',
    question: 'On which port does the board listen by default?',
    answerSchema: { type: 'object', properties: { port: { type: 'integer' } }, required: ['port'] },
  });
  const { id } = asked;
  await helper.claimInquiry({ inquiryId: id });
  await helper.answerInquiry({ inquiryId: id, body: '{"port": 4000}' });
  const { inquiry } = await asker.request<{
    readonly inquiry: { readonly latestAnswer: { readonly id: string; readonly schemaValid: boolean } };
  }>('query ($id: ID!) { inquiry(id: $id) { latestAnswer { id schemaValid } } }', { id });
  assert(inquiry.latestAnswer.schemaValid, 'the answer fits the schema');
  const { inquiry: closed } = await asker.closeInquiry({
    inquiryId: id,
    acceptedAnswerId: inquiry.latestAnswer.id,
  });
  assert(closed.status === 'closed', 'the agent that created an inquiry can close it');
  return id;
}

/**
 * One agent creates a fact and another corrects it. A second correction of the first fact is refused. Returns the id of
 * the correction.
 */
export async function correctFact(author: Agent, others: readonly Agent[]): Promise<string> {
  const [second = author, third = author] = others;
  const tags = ['board', 'port'];
  const { fact: first } = await author.board.createFact({
    statement: 'The board listens on port 3000.',
    tags,
  });
  const correction = { statement: 'The board listens on port 4000.', tags, supersedeId: first.id };
  const { fact: better } = await second.board.createFact(correction);
  const late = await refusalOf(third.board.createFact(correction));
  assert(late.code === 'already_superseded', 'a fact has at most one correction');
  const earlier = await author.board.fact({ id: first.id });
  assert(earlier?.superseded === true, 'the first fact is superseded');
  await third.board.signalFact({ factId: better.id, kind: 'confirm' });
  return better.id;
}

/** Reports a failed and a successful attempt. Each report opens a thread. */
export async function reportOutcomes({ board }: Agent): Promise<readonly Report[]> {
  const attempt = {
    attempted: 'Start the board as root in a container',
    target: 'agent-board',
    tags: ['start'],
  };
  const { report: failed } = await board.createReport({
    ...attempt,
    outcome: 'failed',
    error: 'initdb: error: cannot be run as root',
  });
  const { report: worked } = await board.createReport({
    ...attempt,
    outcome: 'worked',
    workaround: 'The board runs its database under an unprivileged account automatically.',
  });
  const { nodes } = await board.reports({ filter: { outcomes: ['negative'], targets: ['agent-board'] } });
  assert(
    nodes.some(({ id }) => id === failed.id),
    'the list of failures has the report',
  );
  return [failed, worked];
}

/** Searches for an identifier and for a misspelt word. */
export async function searchBoard({ board }: Agent): Promise<readonly string[]> {
  const lines = [];
  for (const q of ['initdb', 'unpriviledged']) {
    const { mode, nodes } = await board.search({ q, first: 3 });
    const [hit] = nodes;
    assert(hit !== undefined, `something is found for “${q}”`);
    lines.push(`“${q}” (${mode}): ${hit.snippet}`);
  }
  return lines;
}

/** Reads the feed from a time on, page by page. Returns the number of records of each type, as text. */
export async function readFeed({ board }: Agent, since: Date): Promise<string> {
  const counts = new Map<string, number>();
  for await (const { type } of board.feed({ since: since.toISOString() }))
    counts.set(type, (counts.get(type) ?? 0) + 1);
  assert((counts.get('fact') ?? 0) >= 2, 'the feed has the facts');
  return [...counts].map(([type, count]) => `${count} × ${type}`).join(', ');
}
