// Records as older versions have stored them. Each is inserted before the migration that changes it or derives rows from it.

/** The names of the records. The last two digits of an id are the index of the name plus 16, in hexadecimal. */
const NAMES = [
  ...['thread', 'reported', 'told', 'gone', 'post', 'spam', 'reply', 'report post', 'told post', 'gone post'],
  ...['inquiry', 'emptied', 'shut', 'first', 'second', 'only', 'last', 'shut away', 'away', 'root', 'middle'],
  ...['tip', 'base', 'top', 'leak', 'report', 'told report', 'bare report', 'on leak', 'on report'],
  ...['on root', 'quote', 'fact', 'packet', 'claim', 'candidate', 'later', 'pending', 'review', 'counted'],
  ...['visible', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8', 'filed', 'phrase'],
] as const;
type Name = (typeof NAMES)[number];

const id = (name: Name) => `01a30000-0000-7000-8000-0000000000${(NAMES.indexOf(name) + 16).toString(16)}`;
const ref = (name: Name) => `'${id(name)}'::uuid`;
/** A time on the second of November 2026. */
const at = (time: string) => `'2026-11-02T${time}:00Z'::timestamptz`;
/** The columns that end each row: its author, facade and time. */
const by = (handle: string, time: string) => `'${handle}', 'rest', ${at(time)}`;

/** The values of a row, with the names of records in place of ids. */
export const toLine = (row: object): string =>
  NAMES.reduce(
    (line, name) => line.replaceAll(id(name), name),
    Object.values(row)
      .map((value) => String(value ?? '-'))
      .join(' '),
  );

const BEFORE_KNOWLEDGE = `
  insert into agents (id, handle, skeleton, declaration, operator_name, via, created_at, last_seen_at)
  select gen_random_uuid(), handle, handle, '{}', operator, 'rest', now(), now() from (values
    ('ada', null), ('bob', null), ('dan', 'Acme'), ('eve', ' ACME ')) agent(handle, operator);
  insert into threads (id, channel_slug, subject, created_by, via, created_at) values
    (${ref('thread')}, 'general', 'Walnut', ${by('ada', '01:00')}),
    (${ref('gone')}, 'general', 'Hazel', ${by('ada', '01:10')});
  insert into posts (id, thread_id, seq, body, reply_to_id, hidden_at, created_by, via, created_at) values
    (${ref('post')}, ${ref('thread')}, 1, 'maple', null, null, ${by('ada', '01:00')}),
    (${ref('spam')}, ${ref('thread')}, 2, 'poplar', null, ${at('09:00')}, ${by('bob', '01:02')}),
    (${ref('reply')}, ${ref('thread')}, 3, 'willow', ${ref('spam')}, null, ${by('dan', '01:03')}),
    (${ref('gone post')}, ${ref('gone')}, 1, 'cedar', null, null, ${by('ada', '01:10')})`;

const BEFORE_CHAINS = `
  insert into threads (id, channel_slug, subject, created_by, via, created_at) values
    (${ref('reported')}, 'field-reports', 'failed: lathe', ${by('bob', '01:20')}),
    (${ref('told')}, 'field-reports', 'worked: drill', ${by('ada', '01:30')});
  insert into posts (id, thread_id, seq, body, created_by, via, created_at) values
    (${ref('report post')}, ${ref('reported')}, 1, 'birch ${id('report')}', ${by('bob', '01:20')}),
    (${ref('told post')}, ${ref('told')}, 1, '${id('told report')} aspen', ${by('ada', '01:30')}),
    (${ref('quote')}, ${ref('thread')}, 4, '${id('bare report')}', ${by('ada', '01:32')});
  insert into reports (id, attempted, target, outcome, error, workaround, environment, observed_at, stale_at, tags, thread_id,
    created_by, via, created_at) values
    (${ref('report')}, 'turning', 'Lathe', 'failed', 'broken', null, null, ${at('01:20')}, ${at('02:20')}, '{shop}',
      ${ref('reported')}, ${by('bob', '01:20')}),
    (${ref('told report')}, 'boring', 'Drill', 'worked', null, 'slowly', 'garage', ${at('01:30')}, ${at('02:20')}, '{}',
      ${ref('told')}, ${by('ada', '01:30')}),
    (${ref('bare report')}, 'sawing', 'Saw', 'worked', null, null, null, ${at('01:31')}, ${at('02:20')}, '{}',
      ${ref('thread')}, ${by('ada', '01:31')});
  insert into inquiries (id, channel_slug, question, status, answer_count, first_answered_at, closed_at, created_by, via,
    created_at) values
    (${ref('inquiry')}, 'inquire', 'Which glue?', 'answered', 2, ${at('02:01')}, null, ${by('ada', '02:00')}),
    (${ref('emptied')}, 'inquire', 'Which nail?', 'answered', 1, ${at('02:11')}, null, ${by('ada', '02:10')}),
    (${ref('shut')}, 'inquire', 'Which screw?', 'closed', 1, ${at('02:21')}, ${at('02:30')}, ${by('bob', '02:20')}),
    (${ref('away')}, 'general', 'Which paint?', 'answered', 1, ${at('02:41')}, null, ${by('bob', '02:40')});
  insert into answers (id, inquiry_id, seq, body, created_by, via, created_at) values
    (${ref('first')}, ${ref('inquiry')}, 1, 'casein', ${by('bob', '02:01')}),
    (${ref('second')}, ${ref('inquiry')}, 2, 'resin', ${by('dan', '02:02')}),
    (${ref('only')}, ${ref('emptied')}, 1, 'brad', ${by('bob', '02:11')}),
    (${ref('shut away')}, ${ref('shut')}, 1, 'brass', ${by('dan', '02:21')}),
    (${ref('last')}, ${ref('away')}, 1, 'lacquer', ${by('dan', '02:41')});
  insert into facts (id, statement, tags, channel_slug, supersedes_id, superseded_at, created_by, via, created_at) values
    (${ref('root')}, 'Oak floats', '{Wood,wood,wood}', 'persist', null, ${at('03:01')}, ${by('ada', '03:00')}),
    (${ref('middle')}, 'Oak sinks', '{wood}', 'general', ${ref('root')}, ${at('03:02')}, ${by('bob', '03:01')}),
    (${ref('tip')}, 'Oak burns', '{fire}', null, ${ref('middle')}, null, ${by('dan', '03:02')}),
    (${ref('base')}, 'Pine bends', '{}', null, null, ${at('03:11')}, ${by('ada', '03:10')}),
    (${ref('top')}, 'Pine breaks', '{}', null, ${ref('base')}, null, ${by('ada', '03:11')})`;

const BEFORE_IGNORING_QUARANTINED_CORRECTIONS = `
  update facts set quarantined_at = ${at('09:05')} where id in (${ref('tip')}, ${ref('top')})`;

const BEFORE_HIDING_WITH = `
  update reports set hidden_at = ${at('09:10')}, hidden_reason = 'leak' where id = ${ref('report')};
  update posts set hidden_at = ${at('09:10')}, hidden_reason = 'leak' where id = ${ref('report post')}`;

const BEFORE_HIDING_SIGNALS = `
  insert into facts (id, statement, tags, hidden_at, created_by, via, created_at) values
    (${ref('leak')}, 'The key is 7', '{}', ${at('09:20')}, ${by('ada', '03:20')});
  insert into signals (id, fact_id, report_id, kind, updated_at, created_by, via, created_at) values
    (${ref('on leak')}, ${ref('leak')}, null, 'confirm', ${at('03:21')}, ${by('bob', '03:21')}),
    (${ref('on report')}, null, ${ref('report')}, 'confirm', ${at('03:22')}, ${by('bob', '03:22')}),
    (${ref('on root')}, ${ref('root')}, null, 'refute', ${at('03:23')}, ${by('bob', '03:23')})`;

const submission = (name: Name, seq: number, status: string, expiresAt: string) =>
  `(${ref(name)}, ${ref('packet')}, 'main', ${ref('claim')}, 1, ${seq}, '{}', '${status}', ${expiresAt}, 3, 2, ${by('bob', '04:02')})`;
const review = (name: Name, counts: boolean, hiddenAt: string, handle: string) =>
  `(${ref(name)}, ${ref('pending')}, 'approve', '[]', 'distinct_agent', ${counts}, ${hiddenAt}, ${by(handle, '04:04')})`;

const BEFORE_COUNTING_HIDDEN = `
  update threads set hidden_at = ${at('09:30')} where id = ${ref('gone')};
  update inquiries set hidden_at = ${at('09:30')} where id = ${ref('away')};
  update answers set hidden_at = ${at('09:40')} where id in (${ref('first')}, ${ref('only')}, ${ref('shut away')});
  insert into work_packets (id, statement, acceptance, channel_slug, claim_ttl_seconds, review_ttl_seconds,
    min_independent_reviews, expires_at, status, events_head, changed_at, created_by, via, created_at) values
    (${ref('packet')}, 'Build a shed', '[{"id":"1","text":"stands"}]', 'general', 3600, 3600, 0, now(), 'accepted', 3,
      ${at('04:06')}, ${by('ada', '04:00')});
  insert into work_scopes (packet_id, name, position) values (${ref('packet')}, 'main', 0);
  insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds, renewed_at,
    expires_at, created_by, via, created_at) values
    (${ref('claim')}, ${ref('packet')}, 'main', 1, 1, 'submitted', 'open', 60, now(), now(), ${by('bob', '04:01')});
  insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, status, expires_at,
    review_count, independent_review_count, created_by, via, created_at) values
    ${submission('later', 3, 'candidate', 'null')}, ${submission('candidate', 2, 'candidate', 'null')},
    ${submission('pending', 1, 'accepted', 'now()')};
  insert into work_reviews (id, submission_id, verdict, evidence, independence, counts_toward_policy, hidden_at, created_by, via,
    created_at) values
    ${review('review', false, at('09:50'), 'dan')}, ${review('counted', true, at('09:50'), 'eve')},
    ${review('visible', true, 'null', 'ada')}`;

const event = (seq: number, kind: string, submitted: string, time: string) =>
  `(gen_random_uuid(), ${ref('packet')}, ${seq}, '${kind}', 'ada', ${at(time)}, 1, ${submitted})`;

const BEFORE_COUNTING_NAMED_OPERATORS = `
  update work_scopes set state = 'accepted', submission_id = ${ref('pending')}, repair_note = 'paint it'
  where packet_id = ${ref('packet')};
  insert into work_events (id, packet_id, seq, kind, actor, at, version, submission_id) values
    ${event(1, 'packet.created', 'null', '04:00')},
    ${event(2, 'disposition.accepted', ref('pending'), '04:05')},
    ${event(3, 'disposition.closed', 'null', '04:07')};
  insert into facts (id, statement, tags, independent_operators, created_by, via, created_at) values
    (${ref('fact')}, 'Elm rots', '{}', 1, ${by('dan', '03:30')});
  update reports set independent_operators = 9 where id = ${ref('told report')};
  insert into signals (id, fact_id, report_id, kind, hidden_at, updated_at, created_by, via, created_at) values
    (gen_random_uuid(), null, ${ref('told report')}, 'confirm', null, now(), ${by('bob', '03:31')}),
    (gen_random_uuid(), null, ${ref('told report')}, 'confirm', null, now(), ${by('dan', '03:31')}),
    (gen_random_uuid(), null, ${ref('told report')}, 'refute', null, now(), ${by('many-1', '03:31')}),
    (gen_random_uuid(), ${ref('fact')}, null, 'confirm', null, now(), ${by('eve', '03:31')}),
    (gen_random_uuid(), null, ${ref('told report')}, 'confirm', now(), now(), ${by('many-2', '03:31')}),
    (gen_random_uuid(), ${ref('fact')}, null, 'confirm', now(), now(), ${by('many-3', '03:31')})`;

const audit = (action: string, type: string, target: Name, time: string) =>
  `(gen_random_uuid(), '${action}', '${type}', ${ref(target)}, 'op', 'rest', ${at(time)})`;

const BEFORE_ACTIVITIES = `
  insert into audit_entries (id, action, target_type, target_id, operator, via, created_at) values
    ${audit('quarantine_fact', 'fact', 'root', '05:01')}, ${audit('release_fact', 'fact', 'root', '05:02')},
    ${audit('lock_thread', 'thread', 'reported', '05:03')},
    ${audit('unlock_thread', 'thread', 'reported', '05:04')}, ${audit('hide_post', 'post', 'spam', '05:05')}`;

const watch = (name: Name, handle: string, key: string, time: string) =>
  `(${ref(name)}, '${handle}', '${key}', ${at(time)})`;

const BEFORE_WATCHED_WORDS = `
  update agents set status = 'quarantined' where handle = 'eve';
  insert into watches (id, handle, key, created_at) values
    ${watch('w1', 'ada', 'thread:x', '06:00')}, ${watch('w2', 'ada', 'query:elm', '06:01')},
    ${watch('w3', 'ada', 'query:oak pine', '06:02')}, ${watch('w4', 'ada', 'query:pine oak', '06:03')},
    ${watch('w5', 'ada', 'query:"oak pine"', '06:04')}, ${watch('w6', 'bob', 'query:"oak pine"', '06:05')},
    ${watch('w7', 'eve', 'query:pine oak', '06:00')}, ${watch('w8', 'eve', 'query:yew', '06:06')};
  insert into watched_queries (key, query, lexeme)
  select 'query:' || q, search_query(q, 0), lexeme from (values
    ('elm', 'elm'), ('oak pine', 'oak'), ('pine oak', 'oak'), ('"oak pine"', 'oak'), ('yew', 'yew')) watched(q, lexeme);
  insert into activity_keys (key, kind, created_at, id) values
    ('agent:ada', 'mention', ${at('06:10')}, ${ref('filed')}), ('query:oak pine', 'watch', ${at('06:10')}, ${ref('filed')}),
    ('query:pine oak', 'watch', ${at('06:10')}, ${ref('filed')}), ('query:"oak pine"', 'watch', ${at('06:11')}, ${ref('phrase')})`;

/** The statements that insert the records, each with the first migration that finds these records. */
export const STAGES: readonly (readonly [migration: string, statements: string])[] = [
  ['20261121120000_add_knowledge', BEFORE_KNOWLEDGE],
  ['20261121131000_chain_and_tag_facts', BEFORE_CHAINS],
  ['20261121220200_open_console', BEFORE_IGNORING_QUARANTINED_CORRECTIONS],
  ['20261122100000_hide_every_record', BEFORE_HIDING_WITH],
  ['20261122133000_hide_signals', BEFORE_HIDING_SIGNALS],
  ['20261122140000_count_hidden', BEFORE_COUNTING_HIDDEN],
  ['20261122172000_chain_work_events', BEFORE_COUNTING_NAMED_OPERATORS],
  ['20261122180000_record_activities', BEFORE_ACTIVITIES],
  ['20261123170000_bound_matches', BEFORE_WATCHED_WORDS],
];
