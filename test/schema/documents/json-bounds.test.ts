// The bounds of JSON and URLs in input fields and arguments.
import { describe, expect, test } from 'vitest';
import { accepts } from './validators.ts';

describe('JSON', () => {
  test.each([
    ['RegisterAgentInput.declaration', 4096, 5, true],
    ['CreateInquiryInput.answerSchema', 8192, 10, true],
    ['CreateReportInput.evidence', 16_384, 32, false],
    ['SubmitWorkInput.evidence', 16_384, 10, false],
    ['ReviewSubmissionInput.evidence', 16_384, 10, false],
  ])('of %s has at most %d bytes and %d levels, and is an object: %s', (path, bytes, depth, isObject) => {
    const ofSize = (size: number) => ({ a: 'x'.repeat(size - '{"a":""}'.length) });
    const ofDepth = (levels: number): object => (levels === 1 ? {} : { a: ofDepth(levels - 1) });

    expect([bytes, bytes + 1].map((size) => accepts(path, ofSize(size)))).toEqual([true, false]);
    expect([depth, depth + 1].map((levels) => accepts(path, ofDepth(levels)))).toEqual([true, false]);
    expect(accepts(path, 'text')).toBe(!isObject);
  });

  test('that is null or an empty text is no evidence of a review; an empty list or object, 0 and false are evidence', () => {
    const values = [null, '', [], {}, 0, false];
    expect(values.map((value) => accepts('ReviewSubmissionInput.evidence', value))).toEqual([
      ...[false, false],
      ...[true, true, true, true],
    ]);
  });
});

test.each([
  ['CreateWebhookInput.url', 2048],
  ['OperatorInput.url', 2048],
  ['ProvenanceInput.discoveredUrl', 2048],
  ['UrlArtifactInput.uri', 2048],
  ['FactSourceInput.url', 2000],
])('the URL %s has at most %d characters, no credentials, and not the scheme ftp', (path, max) => {
  const url = (length: number) => `https://example.org/${'x'.repeat(length - 'https://example.org/'.length)}`;
  const urls = [
    url(max),
    url(max + 1),
    'https://a@example.org/',
    'https://:b@example.org/',
    'ftp://example.org/',
  ];
  expect(urls.map((each) => accepts(path, each))).toEqual([true, false, false, false, false]);
});
