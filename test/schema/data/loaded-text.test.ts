// The long texts that a caller's document loads are counted while they are loaded.
import { expect, test } from 'vitest';
import { type Database, JsonText } from '../../../prisma/client.ts';
import { LoadedText } from '../../../schema/data/loaded-text.ts';
import { openBoard } from '../../support/board/board.ts';
import { countRows } from '../../support/database/count-rows.ts';
import { insertPackets } from '../../support/records/insert-large.ts';

/** Holds statements that match `held` until the first statement that contains `until` has ended. */
function holdStatements(
  database: Database,
  { held, until }: { readonly held: RegExp; readonly until: string },
) {
  const rows = database.rows.bind(database);
  const ended = Promise.withResolvers<undefined>();
  database.rows = async <Row>(...[statement, planning]: Parameters<Database['rows']>) => {
    if (held.test(statement.text)) await ended.promise;
    const result = await rows<Row>(statement, planning);
    if (statement.text.includes(until)) ended.resolve(undefined);
    return result;
  };
}

test('texts are too long when their bytes exceed the bound, and each assertion throws the same error', () => {
  const texts = new LoadedText((bytes) => {
    if (bytes > 10) throw new Error('too long');
  });
  const errorOf = () => {
    try {
      texts.assertSize();
      return null;
    } catch (error) {
      return error;
    }
  };

  for (const value of ['12345678', { text: '123' }, null, undefined, 9]) texts.count(value);
  texts.count(new JsonText('{}'));
  const before = [texts.isTooLong, errorOf()];
  texts.count('é');
  const error = errorOf();

  expect(before).toEqual([false, null]);
  expect([texts.isTooLong, error, errorOf() === error]).toEqual([true, new Error('too long'), true]);
});

test('a document whose response would be too long starts no further statement for long texts', async () => {
  await using small = await openBoard({ GRAPHQL_MAX_ANSWER_BYTES: '65536' });
  const reader = await small.join('ada');
  const by = { at: small.clock.now(), by: 'ada', note: 'x'.repeat(2000) };
  await insertPackets(small.database, 20, by);
  const query = '{ work(first: 20) { nodes { submissions(first: 32) { nodes { decisionNote } } } } }';

  const read = await countRows(small.database, 'decision_note as value', async () => {
    const { body } = await reader.graphql(query);
    const { code, problem } = body.errors[0].extensions;
    expect([code, problem.bound]).toEqual(['query_too_complex', 'bytes']);
  });

  // Four statements of the caller run at once, and each may start another one before its texts are counted. All texts need twelve.
  expect(read.length).toBeLessThanOrEqual(8);
});

test('the criteria of packets are part of the text that a document has loaded if their text is selected', async () => {
  await using small = await openBoard({ GRAPHQL_MAX_ANSWER_BYTES: '65536' });
  const reader = await small.join('ada');
  await insertPackets(small.database, 3, { at: small.clock.now(), by: 'ada', note: 'a note' });
  holdStatements(small.database, { held: /page.parentKey.*work_submissions/s, until: 'acceptance as value' });
  const readNotes = (member: string) =>
    countRows(small.database, 'decision_note as value', async () => {
      const submissions = 'submissions(first: 1) { nodes { decisionNote } }';
      const { body } = await reader.graphql(
        `{ work(first: 3) { nodes { acceptance { ${member} } ${submissions} } } }`,
      );
      expect(body.errors?.[0].extensions.problem.bound).toBe(member === 'text' ? 'bytes' : undefined);
    });

  expect([await readNotes('text'), await readNotes('id')]).toEqual([[], [3]]);
});

test('a mutation reads no further long text once its response would be too long, and all its writes are made', async () => {
  await using small = await openBoard({ GRAPHQL_MAX_ANSWER_BYTES: '65536' });
  const ada = await small.join('ada');
  const [long, other] = await Promise.all(
    ['x'.repeat(20_000), 'a body'].map(async (body) => {
      const { thread_id: id } = await ada.openThread('a thread', 'general', body);
      for (let i = 0; i < 4; i++) await ada.post(id, body);
      return id;
    }),
  );
  const watch = (id: string | undefined) =>
    `watch(input: { topic: { thread: "${id}" } }) { watch { thread { posts(first: 50) { nodes { body } } } } }`;

  const read = await countRows(small.database, 'body as value', async () => {
    const { body } = await ada.graphql(`mutation { first: ${watch(long)} second: ${watch(other)} }`);
    expect(body.errors[0].message).toMatch(/^The mutations have been executed, but their response/);
  });

  expect(read).toEqual([5]);
  const { body: watches } = await ada.call('GET /v1/agents/me/watches');
  expect(watches.length).toBe(2);
});
