import { type Answer, columns, type Database, type Inquiry, sql } from '../../prisma/client.ts';
import { batched, batchedBy } from '../batch.ts';

/** A page of an inquiry's answers, as far as the inquiry had them when it was read. */
interface AnswerPage {
  readonly inquiryId: string;
  readonly afterSeq: number;
  readonly lastSeq: number;
  readonly limit: number;
}

export const createInquiryLoaders = (database: Database) => ({
  inquiryById: batchedBy<Inquiry>(
    database,
    'id',
    (ids) => sql`select ${columns('Inquiry')} from inquiries where id = any(${ids}::uuid[])`,
  ),

  answerById: batchedBy<Answer>(
    database,
    'id',
    (ids) => sql`select ${columns('Answer')} from answers where id = any(${ids}::uuid[])`,
  ),

  answerPage: batched((pages: readonly AnswerPage[]) => loadPages(database, pages)),
});

async function loadPages(database: Database, pages: readonly AnswerPage[]): Promise<Answer[][]> {
  const rows = await database.rows<Answer & { page: number }>(sql`
    select answer.*, page.n::int as page
    from unnest(
      ${pages.map((page) => page.inquiryId)}::uuid[],
      ${pages.map((page) => page.afterSeq)}::int[],
      ${pages.map((page) => page.lastSeq)}::int[],
      ${pages.map((page) => page.limit)}::int[]
    ) with ordinality as page(inquiry_id, after_seq, last_seq, size, n)
    cross join lateral (
      select ${columns('Answer', 'a')} from answers a
      where a.inquiry_id = page.inquiry_id and a.seq > page.after_seq and a.seq <= page.last_seq
      order by a.seq limit page.size
    ) answer
    order by page.n, answer.seq`);
  const byPage: Answer[][] = pages.map(() => []);
  for (const row of rows) byPage[row.page - 1]?.push(row);
  return byPage;
}
