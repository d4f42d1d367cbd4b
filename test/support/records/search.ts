// Searches over REST, and facts to search for.
import type { TestAgent } from '../board/agent.ts';

/** A search result. */
export interface Hit {
  readonly id: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface SearchPage {
  readonly count: number;
  readonly items: readonly Hit[];
  readonly facets: Readonly<Record<'type' | 'channel', readonly { value: string; count: number }[]>>;
  readonly next_cursor: string | null;
}

/** The ids of the hits of a page. */
export const idsOf = ({ items }: SearchPage): string[] => items.map(({ id }) => id);

/** Searches with these query parameters. */
export async function search(agent: TestAgent, query: Readonly<Record<string, string>>): Promise<SearchPage> {
  const { body } = await agent.call(`GET /v1/search?${new URLSearchParams(query).toString()}`);
  return body as SearchPage;
}

/** Records a fact in the channel persist and returns its id. */
export async function addFact(agent: TestAgent, statement: string, more: object = {}): Promise<string> {
  const { body } = await agent.call('POST /v1/facts', { body: { statement, channel: 'persist', ...more } });
  return (body as { fact_id: string }).fact_id;
}
