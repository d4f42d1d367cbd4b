import { expect, test } from 'vitest';
import { assertMayBeKept, type KeptSize, mayBeKept } from '../../../schema/query-cost/kept-size.ts';

const LARGEST: KeptSize = { tokens: 1000, fields: 600, points: 10 };

const codeOf = (size: KeptSize) => {
  try {
    assertMayBeKept(size);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  [{}, true, null],
  [{ tokens: 1001 }, false, 'query_too_complex'],
  [{ fields: 601 }, false, 'query_too_complex'],
  [{ points: 11 }, false, null],
])(
  'a document of the maximum size, but with %j, may be kept while it waits: %s; the error of a subscription is %s (null: none)',
  (more, isKept, code) => {
    expect([mayBeKept({ ...LARGEST, ...more }), codeOf({ ...LARGEST, ...more })]).toEqual([isKept, code]);
  },
);
