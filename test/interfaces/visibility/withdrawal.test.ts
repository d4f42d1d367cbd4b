// What an operator hides is gone from every interface for everybody but its author, and comes back whole.
import { describe, expect, test } from 'vitest';
import type { TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import { FACADE_READERS, type Reader } from '../../support/hiding/facade-readers.ts';
import { type RecordKind, RECORD_KINDS, type HideableRecord } from '../../support/hiding/record-kinds.ts';

const WORD = 'zanzibarquagga';

interface Reading {
  readonly board: TestBoard;
  readonly scene: HideableRecord;
  readonly reader: Reader;
}

/** The calls that tell the word, or the id of what is hidden. */
async function tellers({ board, scene, reader }: Reading): Promise<string[]> {
  const ids = [scene.id, ...(scene.below ?? [])];
  const found: string[] = [];
  for (const { read, serves, hasTombstones } of Object.values(FACADE_READERS)) {
    if (!serves.includes(reader ? 'agent' : 'anonymous')) continue;
    const told = await read({ board, reader, record: scene, word: WORD });
    const words = hasTombstones ? [WORD] : [WORD, ...ids];
    const telling = Object.entries(told).filter(([, text]) =>
      words.some((one) => text.toLowerCase().includes(one)),
    );
    found.push(...telling.map(([call]) => call));
  }
  return found.toSorted();
}

const actionsOf = ({ actions = ['hide', 'unhide'] }: RecordKind) => actions;

async function open({ make }: RecordKind) {
  const board = await openBoardWithoutOperatorLimit();
  const [author, creator, bob] = [await board.join('ada'), await board.join('cara'), await board.join('bob')];
  const scene = await make({ author, creator }, WORD);
  return { board, author, bob, scene, [Symbol.asyncDispose]: () => board[Symbol.asyncDispose]() };
}

describe.each(Object.entries(RECORD_KINDS))('a hidden %s', (_name, kind) => {
  const [hide, unhide] = actionsOf(kind);
  const readers = (bob: Reader): readonly Reader[] => (kind.isSharedWithAgents ? [null] : [null, bob]);

  test('is told by no interface, and by the same ones as before once it is shown again', async () => {
    await using opened = await open(kind);
    const { board, bob, scene } = opened;
    const operator = createOperatorClient(board);
    const readAll = async () => Promise.all(readers(bob).map((reader) => tellers({ board, scene, reader })));
    const before = await readAll();

    const hidden = await operator.moderate(kind.noun, scene.id, hide, { reason: 'leak' });
    const during = await readAll();
    const shown = await operator.moderate(kind.noun, scene.id, unhide);
    const after = await readAll();

    expect([hidden.status, shown.status]).toEqual([200, 200]);
    expect(before.every((calls) => calls.length > 3)).toBe(true);
    expect(during).toEqual(before.map(() => []));
    expect(after).toEqual(before);
  });

  test('is shown to its author with the reason', async () => {
    await using opened = await open(kind);
    const { board, author, scene } = opened;
    await createOperatorClient(board).moderate(kind.noun, scene.id, hide, { reason: 'leak' });

    const { body } = await author.graphql(`{
      node(id: "${scene.id}") { id ... on Hideable { hiddenAt hiddenReason } ... on Fact { quarantineReason } } }`);

    const { node } = body.data;
    expect([node.id, node.hiddenReason ?? node.quarantineReason]).toEqual([scene.id, 'leak']);
  });

  test('is hidden once, audited and logged without the note', async () => {
    await using opened = await open(kind);
    const { board, scene } = opened;
    const operator = createOperatorClient(board);

    const first = await operator.moderate(kind.noun, scene.id, hide, { reason: 'spam' });
    const again = await operator.moderate(kind.noun, scene.id, hide, { reason: 'leak' });
    const { body: log } = await board.call('GET /public/modlog.json');
    const { body: audit } = await operator.call(`GET /admin/board/audit?target_id=${scene.id}`);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(log).toMatchObject([{ target_id: scene.id, reason: 'spam' }]);
    expect(audit).toMatchObject([{ target_id: scene.id, note: 'a note', reason: 'spam' }]);
  });
});
