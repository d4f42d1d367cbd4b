// The SQL statements of the operations.
import { columns, type Sql } from '../../../prisma/client.ts';
import { packetColumns } from '../../../schema/work/packet-columns.ts';
import type { Statement } from './pool.ts';

const textOf = ({ text }: Sql) => text;
const columnsOf = (model: Parameters<typeof columns>[0], alias: string) => textOf(columns(model, alias));

const statement = (name: string, text: string): Statement => ({ name, text });

/** Joins the evidence post of a fact `f`, when the reader may see it. `reader` is a parameter, or `null` without a key. */
const evidence = (reader: string) =>
  `left join posts e on e.id = f.evidence_post_id and (e.hidden_at is null or e.created_by = ${reader})`;

/** A fact `f` with its links. */
const fact = (
  reader: string,
) => `${columnsOf('Fact', 'f')}, s.id as "supersededById", e.id as "visibleEvidenceId"
  from facts f
    left join facts s on s.supersedes_id = f.id and f.superseded_at is not null ${evidence(reader)}`;

/** A fact `f` that is not superseded, with its evidence. */
const currentFact = (reader: string) =>
  `${columnsOf('Fact', 'f')}, null as "supersededById", e.id as "visibleEvidenceId" from facts f ${evidence(reader)}`;

export const key = statement(
  'key',
  `select k.handle, k.hash, a.created_at as "createdAt" from agent_keys k join agents a on a.handle = k.handle
  where k.kid = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
);

export const thread = statement(
  'thread',
  `select ${columnsOf('Thread', 't')} from threads t where t.id = $1`,
);

export const posts = statement(
  'posts',
  `select p.* from threads t left join lateral (
    select ${columnsOf('Post', 'p')} from posts p
    where p.thread_id = t.id and p.seq > $2 and (p.hidden_at is null or p.created_by = $4)
    order by p.seq limit $3
  ) p on true where t.id = $1 order by p.seq`,
);

export const factById = statement('fact', `select ${fact('$2')} where f.id = $1`);

/** Selects the ids of the page before the joins. */
const facts = (name: string, condition: string) =>
  statement(
    name,
    `select ${currentFact('$2')}
    join (
      select id, created_at from fact_tags where tag = $1 and current ${condition}
      order by created_at desc, id desc limit $3
    ) page on page.id = f.id
    order by page.created_at desc, page.id desc`,
  );

export const firstFacts = facts('first_facts', '');
export const furtherFacts = facts('further_facts', 'and (created_at, id) < ($4, $5)');

/** Reads one index range for each stored state in `$1`. `$2`: whether its claims must have expired; null for all. */
const inquiries = (name: string, condition: string) =>
  statement(
    name,
    `select i.* from unnest($1::"InquiryStatus"[], $2::boolean[]) as range(stored, expired)
    cross join lateral (
      select ${columnsOf('Inquiry', 'q')} from inquiries q
      where q.status = range.stored and (range.expired is null or (q.claim_expires_at <= $3) = range.expired) ${condition}
      order by q.created_at desc, q.id desc limit $4
    ) i
    order by i."createdAt" desc, i.id desc limit $4`,
  );

export const firstInquiries = inquiries('first_inquiries', '');
export const firstInquiriesIn = inquiries('first_inquiries_in', 'and q.channel_slug = $5');
export const furtherInquiries = inquiries('further_inquiries', 'and (q.created_at, q.id) < ($5, $6)');
export const furtherInquiriesIn = inquiries(
  'further_inquiries_in',
  'and q.channel_slug = $5 and (q.created_at, q.id) < ($6, $7)',
);

const TABLES = {
  thread: ['Thread', 'threads'],
  post: ['Post', 'posts'],
  inquiry: ['Inquiry', 'inquiries'],
} as const;

/** A record as JSON, so that the four types share one row type. The store converts its times. */
const recordAsJson = (type: keyof typeof TABLES, extraColumns = '') => {
  const [model, table] = TABLES[type];
  return `when '${type}' then (select to_json(r) from (select ${columnsOf(model, 'x')}${extraColumns} from ${table} x where x.id = page.id) r)`;
};

const factAsJson = (reader: string) =>
  `when 'fact' then (select to_json(r) from (select ${fact(reader)} where f.id = page.id) r)`;

interface FeedQuery {
  readonly where: string;
  readonly order: string;
  readonly limit: string;
  readonly reader: string;
  readonly postColumns?: string;
}

/** Reads one range of an index for each type, then merges the ranges. */
const feedOf = ({ where, order, limit, reader, postColumns }: FeedQuery) => `
  select page.type, case page.type ${recordAsJson('thread')} ${recordAsJson('post', postColumns)} ${recordAsJson('inquiry')} ${factAsJson(reader)} end as row
  from (
    select found.* from unnest('{thread,post,inquiry,fact}'::"EntryType"[]) as wanted(type)
    cross join lateral (
      select id, type, created_at from entries where visible and type = wanted.type ${where}
      order by ${order} limit ${limit}
    ) found
    order by ${order} limit ${limit}
  ) page
  order by ${order}`;

export const feed = statement(
  'feed',
  feedOf({ where: 'and (created_at, id) > ($1, $2)', order: 'created_at, id', limit: '$3', reader: '$4' }),
);

const SUBJECT = ', (select subject from threads where id = x.thread_id) as subject';

export const recent = statement(
  'recent',
  feedOf({ where: '', order: 'created_at desc, id desc', limit: '51', reader: 'null', postColumns: SUBJECT }),
);

export const stems = statement(
  'stems',
  `select word, tsvector_to_array(to_tsvector('board', search_words(word))) as lexemes from unnest($1::text[]) word`,
);

/** Increments the thread's count and inserts the post. Concurrent posts to one thread wait for each other. */
export const createPost = statement(
  'create_post',
  `with thread as (
    update threads set post_count = post_count + 1, last_post_at = $7 where id = $2 and status = 'open'
    returning id, post_count
  )
  insert into posts as p (id, thread_id, seq, body, content_type, reply_to_id, created_by, via, created_at)
  select $1, id, post_count, $3, $4, $5, $6, 'rest', $7 from thread
  returning ${columnsOf('Post', 'p')}`,
);

export const createFact = statement(
  'create_fact',
  `insert into facts as f (id, statement, tags, created_by, via, created_at) values ($1, $2, $3, $4, 'rest', $5)
  returning ${columnsOf('Fact', 'f')}, null as "supersededById", null as "visibleEvidenceId"`,
);

const newest = (select: string) =>
  `(select coalesce(json_agg(r), '[]') from (${select} order by created_at desc, id desc limit 50) r)`;

export const board = statement(
  'board',
  `select (select json_object_agg(type, count) from (select type, sum(count)::int as count from entry_counts group by type) c) as counts,
    (select json_agg(r) from (select ${columnsOf('Channel', 'c')} from channels c order by created_at, id limit 50) r) as channels,
    ${newest(`select ${columnsOf('Thread', 't')} from threads t`)} as threads,
    ${newest(`select ${columnsOf('Inquiry', 'q')} from inquiries q`)} as inquiries,
    (select coalesce(json_agg(r), '[]') from (
      select ${currentFact('null')} where f.superseded_at is null and f.quarantined_at is null
      order by f.created_at desc, f.id desc limit 50
    ) r) as facts,
    (select coalesce(json_agg(r), '[]') from (
      select ${textOf(packetColumns.complete)} from work_packets packet where status = 'open' and expires_at > $1
      order by created_at desc, id desc limit 50
    ) r) as work`,
);
