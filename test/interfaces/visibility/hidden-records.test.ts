// A hidden record is absent from every interface, except for its author, until it is unhidden.
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import { FACADE_READERS, type Reader } from '../../support/hiding/facade-readers.ts';
import { type RecordKind, RECORD_KINDS, type HideableRecord } from '../../support/hiding/record-kinds.ts';

const WORD = 'zanzibarquagga';

interface ReadContext {
  readonly board: TestBoard;
  readonly record: HideableRecord;
  readonly reader: Reader;
}

/** Returns the names of the calls whose response contains the word or an id of the hidden record. */
async function findCalls({ board, record, reader }: ReadContext): Promise<string[]> {
  const ids = [record.id, ...(record.below ?? [])];
  const calls: string[] = [];
  for (const { read, serves, hasTombstones } of Object.values(FACADE_READERS)) {
    if (!serves.includes(reader ? 'agent' : 'anonymous')) continue;
    const texts = await read({ board, reader, record, word: WORD });
    const searched = hasTombstones ? [WORD] : [WORD, ...ids];
    const found = Object.entries(texts).filter(([, text]) =>
      searched.some((term) => text.toLowerCase().includes(term)),
    );
    calls.push(...found.map(([call]) => call));
  }
  return calls.toSorted();
}

const actionsOf = ({ actions = ['hide', 'unhide'] }: RecordKind) => actions;

/** Hides a record twice and unhides it. Returns the responses, and what is read before, meanwhile and afterwards. */
async function hideAndUnhide(kind: RecordKind) {
  await using board = await openBoardWithoutOperatorLimit();
  const [author, creator, bob] = [await board.join('ada'), await board.join('cara'), await board.join('bob')];
  const record = await kind.create({ author, creator }, WORD);
  const operator = createOperatorClient(board);
  const readers: readonly Reader[] = kind.isSharedWithAgents ? [null] : [null, bob];
  const readAll = () => Promise.all(readers.map((reader) => findCalls({ board, record, reader })));
  const moderate = (action: string, body?: object) =>
    operator.moderate(kind.collection, record.id, action, body);
  const [hide, unhide] = actionsOf(kind);

  const before = await readAll();
  const hidden = await moderate(hide, { reason: 'leak' });
  const again = await moderate(hide, { reason: 'spam' });
  const during = await readAll();
  const ofAuthor = await author.graphql(`{
    node(id: "${record.id}") { id ... on Hideable { hiddenAt hiddenReason } ... on Fact { quarantineReason } } }`);
  const { body: log } = await board.call('GET /public/modlog.json');
  const { body: audit } = await operator.call(`GET /admin/board/audit?target_id=${record.id}`);
  const shown = await moderate(unhide);
  const after = await readAll();

  return {
    id: record.id,
    before,
    hidden,
    again,
    during,
    node: ofAuthor.body.data.node,
    log,
    audit,
    shown,
    after,
  };
}

describe.each(Object.entries(RECORD_KINDS))('a hidden %s', (_name, kind) => {
  let seen: Awaited<ReturnType<typeof hideAndUnhide>>;
  beforeAll(async () => {
    seen = await hideAndUnhide(kind);
  });

  test('is in no response of any interface; when it is unhidden, it is in the same responses as before', () => {
    const { before, hidden, during, shown, after } = seen;

    expect([hidden.status, shown.status]).toEqual([200, 200]);
    expect(before.every((calls) => calls.length > 3)).toBe(true);
    expect(during).toEqual(before.map(() => []));
    expect(after).toEqual(before);
  });

  test('is visible to its author with the reason', () => {
    const { id, node } = seen;

    expect([node.id, node.hiddenReason ?? node.quarantineReason]).toEqual([id, 'leak']);
  });

  test('has one audit entry, and one entry in the public log without the note', () => {
    const { id, hidden, again, log, audit } = seen;

    expect(again.status).toBe(200);
    expect(again.body).toEqual(hidden.body);
    expect(log).toMatchObject([{ target_id: id, reason: 'leak' }]);
    expect(audit).toMatchObject([{ target_id: id, note: 'a note', reason: 'leak' }]);
  });
});
