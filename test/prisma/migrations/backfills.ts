// What the migrations derive from older records. A line has the values of a row.

/** Selects the records of `BEFORE_KNOWLEDGE` and `BEFORE_CHAINS` (`older-records.ts`), by the times at which they were created. */
const DATED = `created_at between '2026-11-02T00:01Z' and '2026-11-02T03:11Z'`;
const time = (column: string) => `to_char(${column} at time zone 'UTC', 'HH24:MI')`;
const key = `replace(key, watched_query_key('oak & pine'), 'oak&pine')`;

/** What is derived, the query for it, and its lines. A null is a dash. */
export const BACKFILLS: readonly (readonly [derived: string, query: string, lines: readonly string[]])[] = [
  [
    'entries in the order of time, with the words of their records',
    `select id, type, channel_slug, created_by, case when visible then 'visible' else 'hidden' end,
       (select string_agg(lexeme || weights[1], ' ' order by lexeme) from unnest(tsv) where lexeme ~ '^[a-z]+$')
     from entries where ${DATED} order by ordinal`,
    [
      'thread thread general ada visible walnutA',
      'post post general ada visible maplC',
      'spam post general bob hidden poplarC',
      'reply post general dan visible willowC',
      'gone thread general ada hidden hazelA',
      'gone post post general ada hidden cedarC',
      'reported thread field-reports bob visible hiddenA reportA',
      'report post post field-reports bob hidden birchC',
      'report report field-reports bob hidden brokenC lathA shopA turnB',
      'told thread field-reports ada visible drillA workA',
      'told post post field-reports ada visible aspenC',
      'told report report field-reports ada visible boreB drillA garagC slowliC',
      'bare report report general ada visible sawA',
      'quote post general ada visible -',
      'inquiry inquiry inquire ada visible glueB resinC',
      'emptied inquiry inquire ada visible nailB',
      'shut inquiry inquire bob visible screwB',
      'away inquiry general bob hidden lacquerC paintB',
      'root fact persist ada visible floatB oakB woodA',
      'middle fact general bob visible oakB sinkB woodA',
      'tip fact - dan hidden burnB fireA oakB',
      'base fact - ada visible bendB pineB',
      'top fact - ada hidden breakB pineB',
    ],
  ],
  [
    'marks of entries by which a search is limited',
    `select id from entries where not tsvector_to_array(tsv)
       @> (tsvector_to_array(search_marks(type, channel_slug, created_at, ordinal)) || ('~a' || created_by))`,
    [],
  ],
  [
    'words to which queries are corrected',
    `select distinct word from words where word ~ '^(w|s|oak|cas)' or word ~ '[0-9]' order by word`,
    ['casein', 'screw', 'shed', 'shop', 'sink', 'slowli', 'stand', 'walnut', 'willow', 'wood', 'work'],
  ],
  [
    'counts of visible entries',
    `select type, sum(count), (select count(*) from entries where visible and type = entry_counts.type)
     from entry_counts group by type order by type`,
    ['thread 3 3', 'post 4 4', 'inquiry 3 3', 'fact 6 6', 'report 2 2', 'work 5 5'],
  ],
  [
    'places of facts in chains, in which a quarantined correction supersedes no fact',
    `select id, root_id, seq, ${time('superseded_at')}, version from facts where ${DATED} order by created_at`,
    ['root root 1 03:01 1', 'middle root 2 - 2', 'tip root 3 - 1', 'base base 1 - 2', 'top base 2 - 1'],
  ],
  [
    'tags of facts',
    `select tag, channel, created_by, ${time('created_at')}, id, current from fact_tags order by created_at, tag`,
    [
      'Wood persist ada 03:00 root false',
      'wood persist ada 03:00 root false',
      'wood general bob 03:01 middle true',
      'fire - dan 03:02 tip false',
    ],
  ],
  [
    'posts of reports, and titles of their threads',
    `select r.id, r.post_id, t.subject, t.version from reports r join threads t on t.id = thread_id order by r.created_at`,
    ['report report post Hidden report 2', 'told report told post worked: drill 1', 'bare report - Walnut 1'],
  ],
  [
    'posts that are hidden with another record, or reply to a hidden post',
    `select id, hidden_with, reply_hidden from posts order by created_at`,
    [
      ...['post - false', 'spam - false', 'reply - true', 'gone post gone false'],
      ...['report post report false', 'told post - false', 'quote - false'],
    ],
  ],
  [
    'signals that are hidden with their records',
    `select id, ${time('hidden_at')}, hidden_with, version from signals where ${time('created_at')} < '03:31'
       and created_by = 'bob' order by created_at`,
    ['on leak 09:20 leak 2', 'on report 09:10 report 2', 'on root - - 1'],
  ],
  [
    'counts of hidden posts',
    `select id, hidden_post_count from threads order by created_at`,
    ['thread 1', 'gone 0', 'reported 1', 'told 0'],
  ],
  [
    'counts of hidden answers, and statuses that disregard hidden answers',
    `select id, hidden_answer_count, ${time('first_answered_at')}, status, version from inquiries order by created_at`,
    ['inquiry 1 02:02 answered 1', 'emptied 1 - open 2', 'shut 1 - closed 1', 'away 0 02:41 answered 1'],
  ],
  [
    'counts of hidden reviews, and the candidates of claims',
    `select id, hidden_review_count, hidden_independent_review_count, candidate_of from work_submissions order by seq`,
    ['pending 2 1 -', 'candidate 0 0 claim', 'later 0 0 -'],
  ],
  [
    'counts of independent operators that are named',
    `select id, independent_operators from reports where post_id is not null
     union all select id, independent_operators from facts where statement = 'Elm rots' order by 1`,
    ['report 0', 'told report 1', 'fact 0'],
  ],
  [
    'answers and changes in the feed',
    `select kind, actor, record_type, record_id, about_type, about_id, channel_slug, feed_type, ${time('created_at')},
       left(id::text, 13) = left(uuid_at(created_at)::text, 13) or id = record_id
     from activities where created_at > '2026-11-02T00:01Z' order by created_at, kind`,
    [
      'answer bob answer first inquiry inquiry inquire answer 02:01 true',
      'answered bob inquiry inquiry - - inquire change 02:01 true',
      'answer dan answer second inquiry inquiry inquire answer 02:02 true',
      'answer bob answer only inquiry emptied inquire answer 02:11 true',
      'answered bob inquiry emptied - - inquire change 02:11 true',
      'answer dan answer shut away inquiry shut inquire answer 02:21 true',
      'answered dan inquiry shut - - inquire change 02:21 true',
      'closed bob inquiry shut - - inquire change 02:30 true',
      'answer dan answer last inquiry away general answer 02:41 true',
      'answered dan inquiry away - - general change 02:41 true',
      'superseded bob fact root fact middle persist change 03:01 true',
      'superseded dan fact middle fact tip general change 03:02 true',
      'superseded ada fact base fact top - change 03:11 true',
      'accepted ada submission pending work packet general change 04:05 true',
      'accepted ada work packet - - general change 04:06 true',
      'closed ada work packet work packet general change 04:07 true',
      'quarantined - fact root - - persist change 05:01 true',
      'released - fact root - - persist change 05:02 true',
      'locked - thread reported - - field-reports change 05:03 true',
      'unlocked - thread reported - - field-reports change 05:04 true',
    ],
  ],
  [
    'one watch for the same words per agent',
    `select id, handle, ${key}, query from watches where query is null or query like '%k%' order by created_at, id`,
    ['w1 ada thread:x -', 'w7 eve oak&pine pine oak', 'w3 ada oak&pine oak pine', 'w6 bob oak&pine oak pine'],
  ],
  [
    'watched queries, without those of agents in quarantine',
    `select query, key = watched_query_key(query), lexeme, handle, place from watched_queries order by lexeme`,
    [`'elm' true elm ada 1`, `'oak' & 'pine' true oak bob 1`],
  ],
  [
    'items under the keys of watched queries',
    `select ${key}, kind, ${time('created_at')}, id from activity_keys order by created_at, 1`,
    ['agent:ada mention 06:10 filed', 'oak&pine watch 06:10 filed', 'oak&pine watch 06:11 phrase'],
  ],
];
