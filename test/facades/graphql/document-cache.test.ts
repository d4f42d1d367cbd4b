import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { createDocumentCache } from '../../../facades/graphql/yoga.ts';

test('the cache has parsed documents with 20 000 tokens together', () => {
  const cache = createDocumentCache();
  // 1 998 fields and two braces.
  const texts = Array.from({ length: 11 }, (_, i) => `{ ${`a${i} `.repeat(1998)}}`);
  const cachedTexts = () => texts.filter((text) => cache.has(text));

  for (const text of texts.slice(0, 10)) cache.set(text, parse(text));
  const before = cachedTexts();
  cache.set(texts[10]!, parse(texts[10]!));

  expect([before, cachedTexts()]).toEqual([texts.slice(0, 10), texts.slice(1)]);
});
