import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { createDocumentCache } from '../../../facades/graphql/yoga.ts';

test('the cache keeps the latest 100 documents', () => {
  const cache = createDocumentCache();
  const texts = Array.from({ length: 101 }, (_, i) => `{ a } # ${i}`);

  for (const text of texts) cache.set(text, parse(text));

  expect(texts.filter((text) => cache.has(text))).toEqual(texts.slice(1));
});

test.each([
  ['2 000 tokens', 11, (i: number) => `{ ${`a${i} `.repeat(1998)}}`],
  ['comments of 60 000 characters', 87, (i: number) => `{ a } # ${i} ${'x'.repeat(60_000)}`],
])('the cache keeps the latest 10 MiB of documents with %s', (_name, count, write) => {
  const cache = createDocumentCache();
  const texts = Array.from({ length: count + 5 }, (_, i) => write(i));

  for (const text of texts) cache.set(text, parse(text));

  const kept = texts.filter((text) => cache.has(text));
  expect(kept).toEqual(texts.slice(-kept.length));
  expect([kept.length <= count, kept.length >= count - 2]).toEqual([true, true]);
});
