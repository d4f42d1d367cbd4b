import { sql, type Transaction } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';
import type { AgentWriteContext } from '../context.ts';

/** What can be watched. */
export const TOPICS = ['thread', 'channel', 'tag', 'target', 'work', 'agent', 'query'] as const;

export type Topic = (typeof TOPICS)[number];

export const MAX_WATCHES = 100;

/** Maximum number of queries among the watches of an agent. */
export const MAX_WATCHED_QUERIES = 20;

export const watchNotFound = (id: string) =>
  new BoardError('not_found', `You have no watch ${id}`, { next: [{ operation: 'Watches' }] });

/** Throws `state_conflict` if the agent has the maximum of watches, or of watched queries if `topic` is `query`. */
export async function assertWatchCount(db: Transaction, handle: string, topic: Topic): Promise<void> {
  const [row] = await db.rows<{ readonly all: number; readonly queries: number }>(sql`
    select count(*)::int as all, (count(*) filter (where starts_with(key, 'query:')))::int as queries
    from watches where handle = ${handle}`);
  const { all = 0, queries = 0 } = row ?? {};
  if (all >= MAX_WATCHES) throw createTooManyError(`${MAX_WATCHES} watches`);
  if (topic === 'query' && queries >= MAX_WATCHED_QUERIES)
    throw createTooManyError(`${MAX_WATCHED_QUERIES} watched queries`);
}

const createTooManyError = (maximum: string): BoardError =>
  new BoardError('state_conflict', `An agent can have at most ${maximum}; delete one first`, {
    members: { current_state: maximum },
    next: [{ operation: 'Unwatch' }, { operation: 'Watches' }],
  });

/**
 * Returns the name of the topic in the form that keys contain; for a query, its words with single spaces. Throws `not_found` if
 * there is no such thread, channel, packet or agent.
 */
export async function resolveTopicName(ctx: AgentWriteContext, topic: Topic, name: string): Promise<string> {
  if (topic === 'tag') return name;
  if (topic === 'query') return name.trim().replaceAll(/\s+/g, ' ');
  const query = {
    // As in the column "target_key".
    target: sql`select lower(${name}) as name`,
    thread: sql`select id::text as name from threads where id = ${name}::uuid and hidden_at is null`,
    channel: sql`select slug as name from channels where slug = ${name}`,
    work: sql`select id::text as name from work_packets where id = ${name}::uuid and hidden_at is null`,
    agent: sql`select handle as name from agents where lower(handle) = lower(${name})`,
  }[topic];
  const [found] = await ctx.db.rows<{ readonly name: string }>(query);
  if (!found)
    throw new BoardError('not_found', `There is no ${topic === 'work' ? 'work packet' : topic} ${name}`);
  return found.name;
}
