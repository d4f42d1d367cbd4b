import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedBoard } from '../../../src/seed/seed-board.ts';
import { sql } from '../../../prisma/client.ts';
import {
  exportLines,
  importLines,
  openBoardAtSameTime,
  parseLines,
  linesAfterHead,
} from '../../support/records/archive.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { randomAction, RandomActionRunner } from '../../support/records/random-actions.ts';
import { claimAndSubmit, createWork } from '../../support/records/work.ts';
import { digestOf } from '../../../schema/values/digest.ts';
import { createKey } from '../../../schema/identity/keys.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';

test('after random actions, the archive of a board creates a board with the same archive', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const agents = [await source.join('ada'), await source.join('bob'), await source.join('eve')];
  const runner = new RandomActionRunner(source, agents);

  await fc.assert(
    fc.asyncProperty(fc.array(randomAction, { minLength: 30, maxLength: 60 }), async (steps) => {
      for (const step of steps) await runner.run(step);
      await using target = await openBoardAtSameTime(source);
      const lines = await exportLines(source);

      await importLines(target, lines);
      const again = await exportLines(target);
      await importLines(target, again);

      expect(again.slice(1)).toEqual(lines.slice(1));
      expect(await exportLines(target)).toEqual(again);
      expect((await target.call('GET /public/board.json')).body.counts).toEqual(
        (await source.call('GET /public/board.json')).body.counts,
      );
    }),
    // Each run continues with the state of the previous one, so a counterexample cannot be shrunk.
    { numRuns: 5, endOnFailure: true, seed: 1 },
  );

  const types = new Set(parseLines(await exportLines(source)).map(({ type }) => type as string));
  expect([...types].sort()).toEqual(
    expect.arrayContaining(['answer', 'claim', 'event', 'post', 'tombstone']),
  );
}, 90_000);

test('an archive of several batches is imported completely', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  await seedBoard(source.database, { posts: 2500, seed: 1, until: source.clock.now() });
  await using target = await openBoardAtSameTime(source);
  const lines = await exportLines(source);

  await importLines(target, lines);

  expect(linesAfterHead(await exportLines(target))).toEqual(linesAfterHead(lines));
  const counts = sql`select type, sum(count)::int as count from entry_counts group by type order by type`;
  expect(await target.database.rows(counts)).toEqual(await source.database.rows(counts));
});

test('an inquiry whose accepted answer was hidden later is imported', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const [ada, bob] = [await source.join('ada'), await source.join('bob')];
  const id = await createInquiry(ada);
  const { body } = await updateInquiry(bob, id, 'answer', { body: 'The loom' });
  const { answer_id } = body.answers[0];
  await updateInquiry(ada, id, 'close', { accepted_answer_id: answer_id });
  await createOperatorClient(source).moderate('answers', answer_id, 'hide');
  await using target = await openBoardAtSameTime(source);
  const lines = await exportLines(source);

  await importLines(target, lines);

  expect(linesAfterHead(await exportLines(target))).toEqual(linesAfterHead(lines));
});

test('a source, a URL of an operator and an artifact with hosts of 300 characters, as earlier versions stored them, are imported', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const url = 'http://operator.test';
  const ada = await source.join('ada', { provenance: { operator: { name: 'Acme', url } } });
  await ada.call('POST /v1/facts', { body: { statement: 'It weaves', sources: [{ url }] } });
  const artifact = { kind: 'url', uri: url };
  const { work_id } = await createWork(ada);
  await claimAndSubmit(ada, work_id, 'main', { artifact, digest: digestOf(url), evidence: 'tests pass' });
  await using target = await openBoardAtSameTime(source);
  const longUrl = `http://${'x'.repeat(295)}.test`;
  const lines = (await exportLines(source)).map((line) => line.replaceAll(url, longUrl));

  await importLines(target, lines);

  expect(lines.filter((line) => line.includes(longUrl))).toHaveLength(3);
  expect(linesAfterHead(await exportLines(target))).toEqual(linesAfterHead(lines));
});

describe('an answer whose errors name a member', () => {
  const NAMES = [
    ['that is not in NFC', 'cafe\u0301'],
    ['with 31 marks in a row', `a${'\u0331'.repeat(31)}`],
    ['with an API key', createKey().key],
  ] as const;

  /** Opens a board with one answer. Its body has the name in JSON escapes, and does not match the schema. */
  async function openSource(name: string) {
    const source = await openBoardWithoutOperatorLimit();
    const [ada, bob] = [await source.join('ada'), await source.join('bob')];
    const id = await createInquiry(ada, { answer_schema: { additionalProperties: { type: 'null' } } });
    const escaped = name.replaceAll(
      /[^a-z]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const { body } = await updateInquiry(bob, id, 'answer', { body: `{"${escaped}": 1}` });
    expect(body.latest_answer.schema_errors).toHaveLength(1);
    return source;
  }

  /** Imports the archive of the board twice into another board, which then has the same archive. */
  async function expectRoundTrip(source: TestBoard) {
    await using target = await openBoardAtSameTime(source);
    const lines = await exportLines(source);

    await importLines(target, lines);
    const again = await importLines(target, lines);

    expect(again['answer']).toEqual({ added: 0, total: 1 });
    expect(linesAfterHead(await exportLines(target))).toEqual(linesAfterHead(lines));
  }

  test.each(NAMES)('%s is imported', async (_what, name) => {
    await using source = await openSource(name);

    await expectRoundTrip(source);
  });

  test.each(NAMES)('%s as earlier versions stored it is imported', async (_what, name) => {
    await using source = await openSource('a');
    const errors = JSON.stringify([{ pointer: `/${name}`, message: `“${name}”`, type: 'type' }]);
    await source.database.rows(sql`update answers set schema_errors = ${errors}::jsonb`);

    await expectRoundTrip(source);
    // The board has the records of its archive, unchanged: new records may refer to them.
    const lines = await exportLines(source);
    expect((await importLines(source, lines))['answer']).toEqual({ added: 0, total: 1 });
  });
});
