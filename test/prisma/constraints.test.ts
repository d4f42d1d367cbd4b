// What the constraints of the tables accept and refuse, and which columns of submissions and reviews can change.
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COLUMN_CHECKS,
  INSERT_CHECKS,
  ROW_CHECKS,
  VERSIONED_TABLES,
} from '../support/database/constraints.ts';
import { openEveryRecord, runAndRollBack, update } from './triggers/record-rows.ts';

let client: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ client, close } = await openEveryRecord());
});
afterAll(() => close());

/** The name of the constraint that a statement violates; `none` if it writes one row, `no row` if it writes none. */
const violationOf = (statement: string): Promise<string> =>
  runAndRollBack(client, async () => {
    // Without triggers and foreign keys.
    await client.query('set local session_replication_role = replica');
    return client.query(statement).then(
      ({ rowCount }) => (rowCount === 1 ? 'none' : 'no row'),
      (error: unknown) => (error as { constraint?: string }).constraint ?? String(error),
    );
  });

describe('the database', () => {
  test.each(COLUMN_CHECKS)('bounds %s', async (name, accepted, refused) => {
    const [table = '', column = ''] = name.split('.');
    const outcomeOf = (value: string) => violationOf(update(table, `${column} = ${value}`));

    const outcomes = { accepted: [] as string[], refused: [] as string[] };
    for (const value of accepted) outcomes.accepted.push(await outcomeOf(value));
    for (const value of refused) outcomes.refused.push(await outcomeOf(value));

    expect(outcomes).toEqual({
      accepted: accepted.map(() => 'none'),
      refused: refused.map(() => `${table}_${column}_check`),
    });
  });

  test.each(INSERT_CHECKS)('enforces %s in new rows', async (constraint, accepted, refused) => {
    const outcomes: string[] = [];
    for (const row of [...accepted, ...refused]) outcomes.push(await violationOf(`insert into ${row}`));

    expect(outcomes).toEqual([...accepted.map(() => 'none'), ...refused.map(() => constraint)]);
  });

  test.each(VERSIONED_TABLES)('has no version below 1 in %s', async (table) => {
    expect([
      await violationOf(update(table, 'version = 1')),
      await violationOf(update(table, 'version = 0')),
    ]).toEqual(['none', `${table}_version_check`]);
  });

  test.each(ROW_CHECKS)(
    'enforces %s in %s: it accepts %s and refuses %s',
    async (constraint, table, accepted, refused, where) => {
      expect([
        await violationOf(update(table, accepted, where)),
        await violationOf(update(table, refused, where)),
      ]).toEqual(['none', constraint]);
    },
  );
});

/** A statement that inserts a copy of a row with some columns changed. */
const copy = (table: string, changes: object, where = 'true') =>
  `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || '${JSON.stringify(changes)}')).*
   from ${table} t where ${where} limit 1`;

const ID = '01a1fb67-1800-7000-8000-0000000000cc';

test.each([
  ['work_claims_one_active_key', 'work_claims', `status = 'active'`, { fence: 99 }, { status: 'released' }],
  // The index has pending and accepted submissions.
  [
    'work_submissions_one_pending_key',
    'work_submissions',
    `status = 'accepted'`,
    { seq: 99, status: 'pending' },
    { status: 'rejected' },
  ],
  ['work_reviews_submission_id_created_by_key', 'work_reviews', 'true', {}, { created_by: 'ada' }],
  ['signals_fact_id_created_by_key', 'signals', 'fact_id is not null', {}, { created_by: 'eve' }],
  ['signals_report_id_created_by_key', 'signals', 'report_id is not null', {}, { created_by: 'eve' }],
])(
  'a copy with the key of a row violates %s, a copy with another key or outside of the index does not',
  async (constraint, table, where, conflicting, allowed) => {
    expect([
      await violationOf(copy(table, { id: ID, ...conflicting }, where)),
      await violationOf(copy(table, { id: ID, ...conflicting, ...allowed }, where)),
    ]).toEqual([constraint, 'none']);
  },
);

test.each([
  ['work_reviews', ['hidden_at', 'hidden_reason', 'hidden_with', 'version']],
  [
    'work_submissions',
    [
      ...[
        'decided_at',
        'decision_note',
        'hidden_at',
        'hidden_independent_review_count',
        'hidden_reason',
        'hidden_review_count',
      ],
      ...['hidden_with', 'independent_review_count', 'review_count', 'status', 'version'],
    ],
  ],
])('only the state of a row of %s can change', async (table, changeable) => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by 1`,
  );
  const changed: string[] = [];
  for (const { name } of rows) {
    const isImmutable = await runAndRollBack(client, () =>
      // The trigger runs before constraints are checked: the error of a constraint shows that the trigger allows the change.
      client.query(update(table, `${name} = null`)).then(
        () => false,
        (error: unknown) => String(error).includes('is immutable'),
      ),
    );
    if (!isImmutable) changed.push(name);
  }

  const { rows: current } = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${table} t limit 1`,
  );
  // The statement above does not change a column that was null before.
  const isNull = (name: string) => current[0]!.row[name] === null;
  expect(changed.filter((name) => !isNull(name))).toEqual(changeable.filter((name) => !isNull(name)));
});
