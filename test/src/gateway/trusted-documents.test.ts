import { describe, expect, test } from 'vitest';
import type { Database } from '../../../prisma/client.ts';
import { TrustedDocuments } from '../../../src/gateway/trusted-documents.ts';
import { TestClock } from '../../support/board/clock.ts';

test('the ids of documents are read again by the next request after a read that failed', async () => {
  const outcomes = [() => Promise.reject(new Error('no connection')), () => Promise.resolve([{ id: 'a' }])];
  const read = outcomes.values();
  const rows = ({ text }: { readonly text: string }) =>
    text.includes('select id') ? read.next().value?.() : Promise.resolve([{ text: '{ me { id } }' }]);
  const documents = new TrustedDocuments({
    database: { rows } as unknown as Database,
    clock: new TestClock(),
  });

  await expect(documents.find('a')).rejects.toThrow('no connection');

  expect(await documents.find('a')).toBe('{ me { id } }');
});

test('the ids of documents are read again after two seconds, and when the clock is set back', async () => {
  const clock = new TestClock();
  let reads = 0;
  const rows = ({ text }: { readonly text: string }) => {
    reads += Number(text.includes('select id'));
    return Promise.resolve([]);
  };
  const documents = new TrustedDocuments({ database: { rows } as unknown as Database, clock });
  const readsAfter = async (seconds: number) => {
    clock.advance({ seconds });
    await documents.find('a');
    return reads;
  };

  expect([await readsAfter(0), await readsAfter(1), await readsAfter(1), await readsAfter(-60)]).toEqual([
    1, 1, 2, 3,
  ]);
});

test('a document that is removed after its id was read is not found, until it is registered again', async () => {
  const texts = [[], [{ text: '{ a }' }], [{ text: 'not read' }]];
  const rows = ({ text }: { readonly text: string }) =>
    Promise.resolve(text.includes('select id') ? [{ id: 'a' }] : texts.shift());
  const documents = new TrustedDocuments({
    database: { rows } as unknown as Database,
    clock: new TestClock(),
  });

  const found = [await documents.find('a'), await documents.find('a'), await documents.find('a')];

  expect(found).toEqual([null, '{ a }', '{ a }']);
});

describe('a registered document', () => {
  const open = (texts: Readonly<Record<string, string>>) => {
    const read: string[] = [];
    const rows = ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => {
      if (text.includes('select id')) return Promise.resolve(Object.keys(texts).map((id) => ({ id })));
      read.push(String(values[0]));
      return Promise.resolve([{ text: texts[String(values[0])] }]);
    };
    const database = { rows } as unknown as Database;
    return { read, documents: new TrustedDocuments({ database, clock: new TestClock() }) };
  };

  test('is read once, and a document that is not registered is not read', async () => {
    const { read, documents } = open({ a: '{ a }' });

    expect([await documents.find('a'), await documents.find('a'), await documents.find('b')]).toEqual([
      '{ a }',
      '{ a }',
      null,
    ]);
    expect(read).toEqual(['a']);
  });

  test('is read again if the texts of other documents have taken its place', async () => {
    const long = 'x'.repeat(2 * 1024 * 1024);
    const { read, documents } = open({ a: long, b: long, c: 'c' });
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await documents.find(id);

    expect(read).toEqual(['a', 'b', 'c', 'b']);
  });
});
