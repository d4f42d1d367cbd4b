import { expect, test } from 'vitest';
import { JsonText } from '../../../prisma/client.ts';
import { parseStored, serializeStored } from '../../../schema/data/stored-json.ts';

const storeAndRead = (row: unknown) => parseStored(JSON.parse(serializeStored(row)) as unknown);

test('a stored row is equal to the row when it is read again', () => {
  const row = {
    ...{ text: 'a', count: 1, none: null, yes: true, list: ['a', { at: new Date(5) }] },
    ...{ createdAt: new Date('2026-11-21T12:00:00.001Z'), expiresAt: null },
    declaration: { $time: 'no time', secret: 'kept in JSON', list: [1] },
    evidence: 'a text',
    nested: { at: new Date(7), artifact: [{ hash: 'kept' }] },
  };

  expect(storeAndRead(row)).toEqual(row);
});

test('stored JSON text has the same bytes when it is read again', () => {
  const text = new JsonText('{"a": 1.0}');

  const { declaration } = storeAndRead({ declaration: text }) as { declaration: JsonText };

  expect(declaration).toBeInstanceOf(JsonText);
  expect(declaration.text).toBe('{"a": 1.0}');
});

test('no credential and no hash is stored, at any depth', () => {
  const secrets = { apiKey: 'k', sessionToken: 's', secret: 'w', hash: 'h', tokenHash: 't' };

  expect(serializeStored({ id: 1, ...secrets, key: { id: 2, ...secrets } })).toBe('{"id":1,"key":{"id":2}}');
});

test('the related records of a stored row count as hidden until they are looked up again', () => {
  const flags = ['replyHidden', 'acceptedHidden', 'isSubmissionHidden', 'isRepairHidden'];

  expect(storeAndRead(Object.fromEntries(flags.map((name) => [name, false])))).toEqual(
    Object.fromEntries(flags.map((name) => [name, true])),
  );
});
