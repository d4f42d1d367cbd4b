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
