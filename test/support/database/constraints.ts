// What the constraints of the database accept and refuse: updates of rows, and new rows.

const text = (length: number) => `repeat('x', ${length})`;
const list = (length: number) => `array_fill('x'::text, array[${length}])`;
const json = (length: number) => `to_jsonb(${list(length)})`;

/** By column: values that its constraint accepts, and values that the constraint refuses. */
export const COLUMN_CHECKS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['agents.handle', [`'ab'`, `'a.B_c-9'`, text(64)], [`'a'`, `'-ab'`, `'ab-'`, `'a b'`, text(65)]],
  ['channels.slug', [`'ab'`, `'a-9'`, text(64)], [`'a'`, `'A-b'`, `'-ab'`, `'ab-'`, `'a.b'`, text(65)]],
  ['threads.subject', [text(1), text(200)], [`''`, text(201)]],
  ['threads.post_count', ['0'], ['-1']],
  ['posts.seq', ['1000'], ['0']],
  ['posts.body', [text(1), text(20_000)], [`''`, text(20_001)]],
  ['posts.content_type', [`'text/markdown'`, `'application/json'`], [`'text/html'`]],
  ['posts.hidden_reason', ['null', text(1), text(1000)], [`''`, text(1001)]],
  ['inquiries.question', [text(3), text(4000)], [text(2), text(4001)]],
  ['inquiries.answer_count', ['0'], ['-1']],
  ['answers.seq', ['1000'], ['0']],
  ['answers.body', [text(1), text(20_000)], [`''`, text(20_001)]],
  ['facts.statement', [text(3), text(8000)], [text(2), text(8001)]],
  ['facts.tags', [list(16)], [list(17)]],
  ['reports.attempted', [text(3), text(4000)], [text(2), text(4001)]],
  ['reports.target', [text(1), text(300)], [`''`, text(301)]],
  ['reports.tags', [list(16)], [list(17)]],
  ['work_packets.statement', [text(3), text(8000)], [text(2), text(8001)]],
  ['work_packets.title', ['null', text(1), text(200)], [`''`, text(201)]],
  ['work_packets.acceptance', [json(1), json(32)], [`'[]'`, json(33)]],
  ['work_packets.events_head', ['0'], ['-1']],
  ['work_scopes.name', [`'z'`, `'9._/-'`, text(64)], [`''`, `'A'`, `'/a'`, `'a b'`, text(65)]],
  ['work_scopes.fence', ['0'], ['-1']],
  ['work_claims.fence', ['1000'], ['0']],
  ['work_claims.claimed_from', [`'open'`, `'repair'`], [`'claimed'`, `'accepted'`]],
  ['work_claims.expires_at', [`created_at + interval '1 ms'`], ['created_at']],
  ['work_submissions.seq', ['1000'], ['0']],
  [
    'work_submissions.digest',
    [`'sha256:' || repeat('0', 64)`],
    [`'sha256:' || repeat('0', 63)`, `'sha256:' || repeat('A', 64)`, `repeat('0', 64)`],
  ],
  ['work_events.kind', [`'review.x'`, `'submission.y'`], [`'review'`, `'other.x'`, `'claim.X'`]],
  ['audit_entries.note', ['null', text(1), text(1000)], [`''`, text(1001)]],
  ['agent_keys.hash', [`decode(repeat('00', 32), 'hex')`], [`decode(repeat('00', 31), 'hex')`, `''`]],
];

/** Tables with a version. */
export const VERSIONED_TABLES = [
  ...['agents', 'channels', 'threads', 'posts', 'inquiries', 'answers', 'facts', 'reports', 'signals'],
  ...['work_packets', 'work_claims', 'work_submissions', 'work_reviews', 'work_events'],
];

/** Further constraints: an accepted and a refused list of assignments to a row that matches the condition. */
export const ROW_CHECKS: readonly (readonly [
  constraint: string,
  table: string,
  accepted: string,
  refused: string,
  where: string,
])[] = [
  [
    'inquiries_claim_check',
    'inquiries',
    `status = 'open', claimed_by = null, claimed_at = null, claim_expires_at = null`,
    'claimed_at = null',
    `status = 'claimed'`,
  ],
  [
    'inquiries_claimed_check',
    'inquiries',
    `status = 'open'`,
    'claimed_by = null, claimed_at = null, claim_expires_at = null',
    `status = 'claimed'`,
  ],
  [
    'inquiries_closed_check',
    'inquiries',
    `status = 'open', closed_at = null`,
    'closed_at = null',
    `status = 'closed'`,
  ],
  [
    'inquiries_closed_check',
    'inquiries',
    `status = 'closed', closed_at = now()`,
    'closed_at = now()',
    `status = 'claimed'`,
  ],
  ['facts_supersedes_check', 'facts', 'supersedes_id = gen_random_uuid()', 'supersedes_id = id', 'seq = 2'],
  [
    'facts_decay_check',
    'facts',
    `valid_as_of = now(), decay_after = now() + interval '1 ms'`,
    'valid_as_of = now(), decay_after = now()',
    'true',
  ],
  ['facts_seq_check', 'facts', 'seq = 9', 'seq = 1', 'seq = 2'],
  ['facts_seq_check', 'facts', 'seq = 9, supersedes_id = gen_random_uuid()', 'seq = 9', 'seq = 1'],
  ['reports_error_check', 'reports', `error = 'x'`, 'error = null', `outcome = 'failed'`],
  [
    'reports_error_check',
    'reports',
    'error = null',
    `outcome = 'failed', error = null`,
    `outcome = 'worked'`,
  ],
  [
    'signals_target_check',
    'signals',
    'fact_id = null, report_id = gen_random_uuid()',
    'report_id = gen_random_uuid()',
    'fact_id is not null',
  ],
  [
    'signals_target_check',
    'signals',
    'report_id = null, fact_id = gen_random_uuid()',
    'report_id = null',
    'report_id is not null',
  ],
  [
    'work_packets_reviews_check',
    'work_packets',
    'min_independent_reviews = 3',
    'min_independent_reviews = 4',
    'true',
  ],
  [
    'work_packets_reviews_check',
    'work_packets',
    'min_independent_reviews = 0',
    'min_independent_reviews = -1',
    'true',
  ],
  [
    'work_scopes_claimed_check',
    'work_scopes',
    `state = 'open', claim_id = null`,
    'claim_id = null',
    `state = 'claimed'`,
  ],
  [
    'work_scopes_submitted_check',
    'work_scopes',
    `state = 'repair', submission_id = null`,
    'submission_id = null',
    `state = 'accepted'`,
  ],
  [
    'work_scopes_submitted_check',
    'work_scopes',
    `state = 'submitted'`,
    `state = 'submitted', submission_id = null`,
    `state = 'accepted'`,
  ],
  [
    'work_submissions_window_check',
    'work_submissions',
    `status = 'candidate', expires_at = null`,
    `status = 'candidate'`,
    'true',
  ],
  [
    'work_submissions_window_check',
    'work_submissions',
    `status = 'pending'`,
    'expires_at = null',
    `status = 'accepted'`,
  ],
  [
    'work_submissions_counts_check',
    'work_submissions',
    'review_count = 1, independent_review_count = 1',
    'review_count = 0, independent_review_count = 1',
    'true',
  ],
  [
    'work_reviews_creator_check',
    'work_reviews',
    `independence = 'distinct_agent', counts_toward_policy = true`,
    `independence = 'creator', counts_toward_policy = true`,
    'true',
  ],
  [
    'work_reviews_creator_check',
    'work_reviews',
    `independence = 'same_operator', counts_toward_policy = false`,
    `independence = 'same_operator', counts_toward_policy = true`,
    'true',
  ],
  ['work_events_seq_check', 'work_events', 'seq = 1000', 'seq = 0', 'seq > 1'],
  ['work_events_prev_hash_check', 'work_events', 'prev_hash = null', `prev_hash = 'x'`, 'seq = 1'],
  ['work_events_prev_hash_check', 'work_events', `prev_hash = 'x'`, 'prev_hash = null', 'seq = 2'],
];

const bytes = (length: number) => `decode(repeat('00', ${length}), 'hex')`;
const token = (length: number) =>
  `operator_tokens (id, name, hash, created_at) values (gen_random_uuid(), 'new', ${bytes(length)}, now())`;
const agentSession = (length: number) =>
  `agent_sessions (hash, key_id, created_at) values (${bytes(length)}, gen_random_uuid(), now())`;
const operatorSession = (hashLength: number, tokenHashLength: number, userAgentSql: string) =>
  `operator_sessions (id, hash, token_hash, operator, user_agent, created_at, last_seen_at, expires_at)
   values (gen_random_uuid(), ${bytes(hashLength)}, ${bytes(tokenHashLength)}, 'op', ${userAgentSql}, now(), now(), now())`;
const primary = (id: boolean) => `primary_server (id, started_at) values (${id}, now())`;

/** Constraints that are tried with new rows, because their tables can be empty: accepted rows, and refused rows. */
export const INSERT_CHECKS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['operator_tokens_hash_check', [token(32)], [token(31), token(33)]],
  ['agent_sessions_hash_check', [agentSession(32)], [agentSession(31), agentSession(33)]],
  [
    'operator_sessions_hash_check',
    [operatorSession(32, 32, 'null')],
    [31, 33].flatMap((length) => [operatorSession(length, 32, 'null'), operatorSession(32, length, 'null')]),
  ],
  [
    'operator_sessions_user_agent_check',
    [operatorSession(32, 32, text(1)), operatorSession(32, 32, text(200))],
    [operatorSession(32, 32, `''`), operatorSession(32, 32, text(201))],
  ],
  ['primary_server_id_check', [primary(true)], [primary(false)]],
];
