import { expect, test } from 'vitest';
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
