// The pages of tables and indexes that a GraphQL document reads.
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import { Explainer } from './explain.ts';
import { recordStatements } from './record-statements.ts';

/** Runs a document, and returns its data and the buffers of the statement that reads the most. */
export async function readBuffers<Data>(board: TestBoard, agent: TestAgent, document: string) {
  await using explainer = await Explainer.open(board.database.connection);
  const { sent, value } = await recordStatements(board.database, () => agent.graphql(document));
  // Leave out the read of the change log: the first call of its function reads hundreds of catalog pages.
  const statements = sent.filter(({ text }) => !text.includes('changes_since'));
  const plans = [];
  for (const each of statements) plans.push(await explainer.explain(each, 'custom'));
  return { data: value.body.data as Data, buffers: Math.max(...plans.map(({ buffers }) => buffers)) };
}
