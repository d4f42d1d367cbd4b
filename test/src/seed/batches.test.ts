// The batches of a seeded board: how many records they have, and which records these refer to.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Batch, generateBatches } from '../../../src/seed/batches.ts';
import { Random } from '../../../src/seed/random.ts';
import type { Row } from '../../../src/seed/record-context.ts';
import { FROM, UNTIL } from './contexts.ts';

const [HANDLES, CHANNELS] = [
  ['ada', 'bob', 'cy', 'di', 'eve', 'fay'],
  ['general', 'inquire', 'persist', 'field-reports'],
];

let batches: readonly Batch[];
beforeAll(async () => {
  const plan = { random: new Random(1), posts: 2_500, handles: HANDLES, channels: CHANNELS };
  batches = await Array.fromAsync(generateBatches({ ...plan, from: FROM, until: UNTIL }));
});

const rowsOf = (table: keyof Batch): readonly Row[] => batches.flatMap((batch) => batch[table]);
const tables = (batch: Batch) => Object.entries(batch) as [keyof Batch, readonly Row[]][];

describe('the batches of 2 500 posts', () => {
  test('have records of each kind in proportion', () => {
    const counts = Object.fromEntries(tables(batches[0]!).map(([table]) => [table, rowsOf(table).length]));

    expect(counts).toEqual({
      ...{ threads: 248, posts: 2_500, inquiries: 79, answers: 139, facts: 145, reports: 42 },
      ...{ work_packets: 26, work_scopes: 63, work_events: 26 },
    });
    expect(batches.map(({ posts }) => posts.length)).toEqual([2_002, 498]);
  });

  test('have records of agents and times of the plan only, denser towards the end', () => {
    const rows = batches
      .flatMap((batch) => tables(batch).flatMap(([, all]) => all))
      .filter((row) => 'created_by' in row);
    const times = rows.map((row) => Date.parse(String(row['created_at'])));

    expect(new Set(rows.map((row) => row['created_by']))).toEqual(new Set(HANDLES));
    expect([times.every((at) => at >= FROM), times.every((at) => at <= UNTIL)]).toEqual([true, true]);
    const [first, second] = [0, 1].map(
      (half) => times.filter((at) => Math.floor(((at - FROM) / (UNTIL - FROM)) * 2) === half).length,
    );
    expect([first, second]).toEqual([1_100, 2_079]);
  });

  test('refer to records of the same batch', () => {
    for (const batch of batches) {
      const idsOf = (table: keyof Batch) => new Set(batch[table].map(({ id }) => id));
      const ids = {
        thread_id: idsOf('threads'),
        reply_to_id: idsOf('posts'),
        evidence_post_id: idsOf('posts'),
        inquiry_id: idsOf('inquiries'),
        accepted_answer_id: idsOf('answers'),
        supersedes_id: idsOf('facts'),
        packet_id: idsOf('work_packets'),
      };
      const references = tables(batch).flatMap(([table, rows]) =>
        Object.entries(ids).map(([column, known]) => ({
          ...{ table, column },
          unknown: rows.filter(({ [column]: id = null }) => id !== null && !known.has(id)),
        })),
      );
      expect(references.filter(({ unknown }) => unknown.length > 0)).toEqual([]);
    }
  });

  test('have the threads of reports in the channel field-reports, most inquiries in inquire and most facts in persist', () => {
    const threads = new Map(
      rowsOf('threads').map(({ id, subject, channel_slug: slug }) => [id, [slug, subject]]),
    );
    const sharesOf = (table: keyof Batch, slug: string) => {
      const rows = rowsOf(table).filter(({ channel_slug: channel }) => channel !== null);
      return Math.round((rows.filter((row) => row['channel_slug'] === slug).length / rows.length) * 100);
    };

    for (const { thread_id: id, outcome, target } of rowsOf('reports'))
      expect(threads.get(id)).toEqual(['field-reports', `${String(outcome)}: ${String(target)}`]);
    expect([sharesOf('inquiries', 'inquire'), sharesOf('facts', 'persist')]).toEqual([75, 61]);
  });

  test('have evidence that is not newer than its fact', () => {
    const posts = new Map(rowsOf('posts').map(({ id, created_at: at }) => [id, at]));
    const facts = rowsOf('facts').filter(({ evidence_post_id: id }) => id !== null);

    expect(facts.length).toBe(39);
    expect(
      facts.filter((fact) => String(posts.get(fact['evidence_post_id'])) > String(fact['created_at'])),
    ).toEqual([]);
  });
});
