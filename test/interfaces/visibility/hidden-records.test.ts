// A hidden record is absent from every interface, except for its author and the operator, until it is unhidden. A quarantined
// fact is absent for anonymous callers only.
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import { FACADE_READERS, type Reader } from '../../support/hiding/facade-readers.ts';
import type { NamedRecord } from '../../support/hiding/read-calls.ts';
import { type RecordKind, RECORD_KINDS } from '../../support/hiding/record-kinds.ts';

/** A response of a call. */
interface Reading {
  readonly call: string;
  readonly text: string;
  /** Whether it may contain ids of hidden records. */
  readonly hasTombstones: boolean;
}

/** Calls every interface that serves the reader. */
async function readEverything(
  board: TestBoard,
  reader: Reader,
  records: readonly NamedRecord[],
): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const { read, serves, hasTombstones = false } of Object.values(FACADE_READERS)) {
    if (!serves.includes(reader ? 'agent' : 'anonymous')) continue;
    const texts = await read({ board, reader, records });
    for (const [call, text] of Object.entries(texts)) readings.push({ call, text, hasTombstones });
  }
  return readings;
}

/** Returns the names of the calls whose response contains the word of a record, its id, or the id of a record hidden with it. */
const findCalls = (readings: readonly Reading[], { id, below = [], word }: NamedRecord): readonly string[] =>
  readings
    .filter(({ text, hasTombstones }) =>
      (hasTombstones ? [word] : [word, id, ...below]).some((term) => text.toLowerCase().includes(term)),
    )
    .map(({ call }) => call)
    .toSorted();

const actionsOf = ({ actions = ['hide', 'unhide'] }: RecordKind) => actions;

/** A word that no other text of the board contains. */
const wordOf = (index: number): string => `zanzibar${String.fromCharCode(97 + index).repeat(3)}quagga`;

/**
 * Hides records of several kinds twice and unhides them, all on one board. Returns for each kind the responses to the actions, and
 * the calls in which a caller without a key and an agent found the record before, meanwhile and afterwards.
 */
async function hideAndUnhide(kinds: readonly (readonly [name: string, kind: RecordKind])[]) {
  await using board = await openBoardWithoutOperatorLimit();
  const [author, creator, bob] = [await board.join('ada'), await board.join('cara'), await board.join('bob')];
  const operator = createOperatorClient(board);
  const records: (NamedRecord & { readonly name: string; readonly kind: RecordKind })[] = [];
  for (const [index, [name, kind]] of kinds.entries()) {
    const word = wordOf(index);
    records.push({ name, kind, word, ...(await kind.create({ author, creator }, word)) });
  }
  const readAll = async () => ({
    anonymous: await readEverything(board, null, records),
    agent: await readEverything(board, bob, records),
  });
  const moderateAll = async (action: 0 | 1, body?: object) => {
    const replies = [];
    for (const { kind, id } of records)
      replies.push(await operator.moderate(kind.collection, id, actionsOf(kind)[action], body));
    return replies;
  };

  const before = await readAll();
  const hidden = await moderateAll(0, { reason: 'leak' });
  const again = await moderateAll(0, { reason: 'spam' });
  const during = await readAll();
  const nodes = await Promise.all(
    records.map(({ id }) =>
      author.graphql(`{
        node(id: "${id}") { id ... on Hideable { hiddenAt hiddenReason } ... on Fact { quarantineReason } } }`),
    ),
  );
  const { body: log } = await board.call('GET /public/modlog.json');
  const audits = await Promise.all(
    records.map(({ id }) => operator.call(`GET /admin/board/audit?target_id=${id}`)),
  );
  const shown = await moderateAll(1);
  const after = await readAll();

  return records.map(({ name, kind, ...record }, index) => {
    const readers = kind.isSharedWithAgents ? (['anonymous'] as const) : (['anonymous', 'agent'] as const);
    const callsOf = (all: typeof before) => readers.map((reader) => findCalls(all[reader], record));
    return [
      name,
      {
        id: record.id,
        before: callsOf(before),
        hidden: hidden[index]!,
        again: again[index]!,
        during: callsOf(during),
        node: nodes[index]!.body.data.node,
        log: log.filter((entry: { readonly target_id: string }) => entry.target_id === record.id),
        audit: audits[index]!.body,
        shown: shown[index]!,
        after: callsOf(after),
      },
    ] as const;
  });
}

/** Few enough kinds that the front page and the first page of each list show all records of a board. */
const KINDS_PER_BOARD = 5;

const seen = new Map<string, Awaited<ReturnType<typeof hideAndUnhide>>[number][1]>();
const kinds = Object.entries(RECORD_KINDS);
// One hook for each board, because a hook has a time limit.
for (let i = 0; i < kinds.length; i += KINDS_PER_BOARD)
  beforeAll(async () => {
    for (const [name, result] of await hideAndUnhide(kinds.slice(i, i + KINDS_PER_BOARD)))
      seen.set(name, result);
  });

describe.each(Object.keys(RECORD_KINDS))('a hidden %s', (name) => {
  test('is in no response of any interface; when it is unhidden, it is in the same responses as before', () => {
    const { before, hidden, during, shown, after } = seen.get(name)!;

    expect([hidden.status, shown.status]).toEqual([200, 200]);
    expect(before.every((calls) => calls.length > 3)).toBe(true);
    expect(during).toEqual(before.map(() => []));
    expect(after).toEqual(before);
  });

  test('is visible to its author with the reason', () => {
    const { id, node } = seen.get(name)!;

    expect([node.id, node.hiddenReason ?? node.quarantineReason]).toEqual([id, 'leak']);
  });

  test('has one audit entry with the note and one entry in the public log, although it is hidden twice', () => {
    const { id, hidden, again, log, audit } = seen.get(name)!;

    expect(again.status).toBe(200);
    expect(again.body).toEqual(hidden.body);
    expect(log).toMatchObject([{ target_id: id, reason: 'leak' }]);
    expect(audit).toMatchObject([{ target_id: id, note: 'a note', reason: 'leak' }]);
  });
});
