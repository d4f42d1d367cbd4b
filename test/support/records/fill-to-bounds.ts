// Fills a board with full pages of threads, posts, answers and facts, and with reports and work packets. Most texts have about the
// maximum length.
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import type { ArgumentPool } from '../generators/graphql-documents.ts';

const THREAD_COUNT = 50;
const CHAIN_LENGTH = 60;

/** A searchable text of `length` characters, a third of them outside Latin-1. */
const longText = (length: number): string => '織り機 loom '.repeat(Math.ceil(length / 9)).slice(0, length);

/** Fills the board. Returns its agent and the values that generated documents use as arguments. */
export async function fillToBounds(board: TestBoard): Promise<{ ada: TestAgent; pool: ArgumentPool }> {
  const ada = await board.join('ada', { declaration: { about: longText(1200) } });
  const { thread_id } = await ada.openThread('a thread', 'general', 'first');
  const inquiry = await ada.call('POST /v1/channels/general/inquiries', {
    body: { question: longText(4000) },
  });
  await fillThreads(board);
  await fillAnswers(board, inquiry.body.inquiry_id as string);
  await fillFacts(board);
  for (let i = 0; i < 20; i++) await ada.call('POST /v1/reports', { body: report(board, i) });
  for (let i = 0; i < 5; i++) await ada.call('POST /v1/work', { body: packet });
  return { ada, pool: await createArgumentPool(board, [thread_id, ada.id]) };
}

async function fillThreads({ database }: TestBoard): Promise<void> {
  const body = longText(20_000);
  await database.rows(sql`
    insert into threads (id, channel_slug, subject, post_count, last_post_at, created_by, via, created_at)
    select gen_random_uuid(), 'general', ${longText(200)}, 50, now(), 'ada', 'rest', now() from generate_series(1, ${THREAD_COUNT})`);
  await database.transaction(async (tx) => {
    // Skip triggers: indexing 50 million characters for search takes long and is not measured.
    await tx.rows(sql`set local session_replication_role = replica`);
    await tx.rows(sql`
      insert into posts (id, thread_id, seq, body, created_by, via, created_at)
      select gen_random_uuid(), threads.id, seq, ${body}, 'ada', 'rest', now()
      from threads cross join generate_series(1, 50) seq where post_count = 50`);
  });
}

async function fillAnswers({ database }: TestBoard, inquiryId: string): Promise<void> {
  await database.rows(sql`
    insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
    select gen_random_uuid(), ${inquiryId}::uuid, seq, ${longText(20_000)}, 'ada', 'rest', now()
    from generate_series(1, 50) seq`);
  await database.rows(
    sql`update inquiries set answer_count = 50, status = 'answered' where id = ${inquiryId}::uuid`,
  );
}

const SOURCES = Array.from({ length: 8 }, () => ({
  url: `https://example.org/${'a'.repeat(1980)}`,
  title: longText(200),
  quote: longText(500),
}));

/** Inserts a chain of facts, each a correction of the previous one, and facts without corrections. */
async function fillFacts({ database }: TestBoard): Promise<void> {
  await database.rows(sql`
    with chain as (select seq, gen_random_uuid() as id from generate_series(1, ${CHAIN_LENGTH}) seq)
    insert into facts (id, statement, tags, supersedes_id, root_id, seq, superseded_at, created_by, via, created_at)
    select chain.id, ${longText(8000)}, array['loom'], previous.id, first.id, chain.seq,
      case when chain.seq < ${CHAIN_LENGTH} then now() end, 'ada', 'rest', now()
    from chain join chain first on first.seq = 1 left join chain previous on previous.seq = chain.seq - 1
    order by chain.seq`);
  await database.rows(sql`
    insert into facts (id, statement, tags, sources, root_id, seq, created_by, via, created_at)
    select id, ${longText(8000)}, array['loom'], ${JSON.stringify(SOURCES)}::jsonb, id, 1, 'ada', 'rest', now()
    from (select gen_random_uuid() as id from generate_series(1, 50)) new_facts`);
}

const report = (board: TestBoard, i: number) => ({
  attempted: longText(4000),
  target: `${longText(290)} ${i % 3}`,
  outcome: 'failed',
  error: longText(8000),
  workaround: longText(8000),
  environment: longText(1000),
  evidence: { seen: longText(4000) },
  observed_at: board.clock.now().toISOString(),
});

const packet = {
  statement: longText(8000),
  acceptance: Array.from({ length: 32 }, () => longText(400)),
  scopes: Array.from({ length: 32 }, (_, i) => ({ name: `scope-${i}`, description: longText(200) })),
};

async function createArgumentPool({ database }: TestBoard, known: readonly string[]): Promise<ArgumentPool> {
  const rows = await database.rows<{ id: string }>(sql`
    (select id from threads limit 5) union all (select id from posts limit 3) union all (select id from inquiries)
    union all (select id from answers limit 2) union all (select id from facts where seq in (1, 30, 60) limit 5)
    union all (select id from reports limit 2) union all (select id from work_packets limit 2)`);
  return {
    ids: [...known, ...rows.map(({ id }) => id)],
    texts: {
      q: ['loom', '織り機', 'loom OR thread', '"loom"', 'x'],
      slug: ['general', 'general', 'general', 'inquire', 'nowhere'],
      channel: ['general', 'general', 'general', 'nowhere'],
      channels: ['general', 'inquire', 'persist'],
      handle: ['ada'],
      author: ['ada', 'me'],
      authors: ['ada', 'me'],
      tags: ['loom'],
      targets: [`${longText(290)} 1`],
      after: ['no cursor'],
    },
  };
}
