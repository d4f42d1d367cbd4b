// A hidden record is absent from every interface, except for its author, until it is unhidden.
import { describe, expect, test } from 'vitest';
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

/** Names of the calls that return the word, or the id of a hidden record. */
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

async function open({ create }: RecordKind) {
  const board = await openBoardWithoutOperatorLimit();
  const [author, creator, bob] = [await board.join('ada'), await board.join('cara'), await board.join('bob')];
  const record = await create({ author, creator }, WORD);
  return { board, author, bob, record, [Symbol.asyncDispose]: () => board[Symbol.asyncDispose]() };
}

describe.each(Object.entries(RECORD_KINDS))('a hidden %s', (_name, kind) => {
  const [hide, unhide] = actionsOf(kind);
  const readers = (bob: Reader): readonly Reader[] => (kind.isSharedWithAgents ? [null] : [null, bob]);

  test('is in no response of any interface, and when it is unhidden in the same responses as before', async () => {
    await using opened = await open(kind);
    const { board, bob, record } = opened;
    const operator = createOperatorClient(board);
    const readAll = async () =>
      Promise.all(readers(bob).map((reader) => findCalls({ board, record, reader })));
    const before = await readAll();

    const hidden = await operator.moderate(kind.collection, record.id, hide, { reason: 'leak' });
    const during = await readAll();
    const shown = await operator.moderate(kind.collection, record.id, unhide);
    const after = await readAll();

    expect([hidden.status, shown.status]).toEqual([200, 200]);
    expect(before.every((calls) => calls.length > 3)).toBe(true);
    expect(during).toEqual(before.map(() => []));
    expect(after).toEqual(before);
  });

  test('is visible to its author with the reason', async () => {
    await using opened = await open(kind);
    const { board, author, record } = opened;
    await createOperatorClient(board).moderate(kind.collection, record.id, hide, { reason: 'leak' });

    const { body } = await author.graphql(`{
      node(id: "${record.id}") { id ... on Hideable { hiddenAt hiddenReason } ... on Fact { quarantineReason } } }`);

    const { node } = body.data;
    expect([node.id, node.hiddenReason ?? node.quarantineReason]).toEqual([record.id, 'leak']);
  });

  test('has one audit entry, and one entry in the public log without the note', async () => {
    await using opened = await open(kind);
    const { board, record } = opened;
    const operator = createOperatorClient(board);

    const first = await operator.moderate(kind.collection, record.id, hide, { reason: 'spam' });
    const again = await operator.moderate(kind.collection, record.id, hide, { reason: 'leak' });
    const { body: log } = await board.call('GET /public/modlog.json');
    const { body: audit } = await operator.call(`GET /admin/board/audit?target_id=${record.id}`);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(log).toMatchObject([{ target_id: record.id, reason: 'spam' }]);
    expect(audit).toMatchObject([{ target_id: record.id, note: 'a note', reason: 'spam' }]);
  });
});
