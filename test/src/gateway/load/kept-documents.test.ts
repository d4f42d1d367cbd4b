import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { KeptDocuments } from '../../../../src/gateway/load/kept-documents.ts';

/** A request with a new parsed document. */
const createRequest = () => ({ document: parse('{ a }'), variables: {} });

/** A document of 400 KB with a plan of 100 KB. */
const KEPT = { tokens: 800, fields: 400, points: 0 };

/** The bytes of the heap of which documents may take a megabyte, and their empty variables some bytes more. */
const HEAP = 8 * 1_002_000;

const ownerIn = (region: string, isAnonymous = false) => ({ region, isAnonymous });

test('documents that wait take an eighth of the heap, of which a region takes at most half of what other regions leave', () => {
  const documents = new KeptDocuments(2 * HEAP);
  const countIn = (region: string): number => {
    let count = 0;
    while (documents.add(createRequest(), ownerIn(region), KEPT)) count += 1;
    return count;
  };

  expect(['a', 'b', 'c'].map(countIn)).toEqual([2, 1, 0]);
});

test('requests with the same parsed document count it once, until the last of them has ended', () => {
  const documents = new KeptDocuments(1.5 * HEAP);
  const request = createRequest();
  const first = documents.add(request, ownerIn('a'), KEPT);
  const second = documents.add(request, ownerIn('b'), KEPT);

  first?.();
  const [sharing, another] = [
    documents.add(request, ownerIn('a'), KEPT),
    documents.add(createRequest(), ownerIn('c'), KEPT),
  ];
  sharing?.();
  second?.();

  expect([second, sharing, another]).toEqual([expect.anything(), expect.anything(), null]);
  expect(documents.add(createRequest(), ownerIn('a'), KEPT)).not.toBeNull();
});

test('the variables of a document that waits count as well', () => {
  const documents = new KeptDocuments(2 * HEAP);
  const variables = { evidence: Array(300).fill({ 34: 1 }) };

  const first = documents.add({ ...createRequest(), variables }, ownerIn('a'), { ...KEPT, tokens: 100 });

  expect([first, documents.add(createRequest(), ownerIn('a'), KEPT)]).toEqual([expect.anything(), null]);
});

test('callers without a key together take at most half', () => {
  const documents = new KeptDocuments(3 * HEAP);
  const add = (region: string, isAnonymous: boolean) =>
    documents.add(createRequest(), ownerIn(region, isAnonymous), KEPT);

  const [first, ...others] = [add('a', true), add('b', true), add('c', true)];
  first?.();

  expect([first, ...others]).toEqual([expect.anything(), expect.anything(), null]);
  expect([add('c', true), add('d', false)]).toEqual([expect.anything(), expect.anything()]);
});
