// The shape of documents, and the errors of GraphQL.
import { GraphQLError, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { assertDocumentShape } from '../../../facades/graphql/document-shape.ts';
import { toExtensions, toFormattedError, toRefusal, toStatus } from '../../../facades/graphql/errors.ts';
import { BoardError, DOCUMENT_BOUNDS } from '../../../schema/contract.ts';

describe('the shape of a document', () => {
  const repeat = (count: number, text: string) => text.repeat(count);
  const { operations, fragments, spreads, repetitions } = DOCUMENT_BOUNDS;

  test.each([
    ['operations', (n: number) => repeat(operations + n, 'query { a } ')],
    ['fragments', (n: number) => `query { a } ${repeat(fragments + n, 'fragment F on Query { a } ')}`],
    ['spreads', (n: number) => `query { ${repeat(spreads + n - 1, '...F ')} } fragment F on Query { ...F }`],
    ['repetitions', (n: number) => `query { ${repeat(repetitions + n, 'b: a ')} }`],
    ['repetitions', (n: number) => `query { ${repeat(repetitions + n, '... { b { c } } ')} }`],
    ['repetitions', (n: number) => `query { ${repeat(repetitions - 1 + n, 'b { c } ')} b { d } }`],
  ])('has bounded %s', (bound, write) => {
    expect(() => assertDocumentShape(parse(write(0)))).not.toThrow();
    expect(() => assertDocumentShape(parse(write(1)))).toThrow(
      expect.objectContaining({
        code: 'query_too_complex',
        members: { bound, max: DOCUMENT_BOUNDS[bound as 'spreads'] },
      }) as Error,
    );
  });

  test('counts fields at different places separately', () => {
    const fields = Array.from({ length: 2 * repetitions }, (_, i) => `x${i}: a { b }`).join(' ');
    expect(() => assertDocumentShape(parse(`query { ${fields} }`))).not.toThrow();
  });
});

describe('an error of GraphQL', () => {
  const asInternal = () => new BoardError('internal', 'x');
  const withStatus = (status?: number) =>
    new GraphQLError('m', { extensions: status === undefined ? {} : { http: { status } } });
  const notFound = new BoardError('not_found', 'not_found');

  test.each([
    [new Error('x'), 'internal'],
    [withStatus(), 'malformed_request'],
    [withStatus(400), 'malformed_request'],
    [withStatus(405), 'method_not_allowed'],
    [withStatus(413), 'query_too_complex'],
    [withStatus(415), 'unsupported_media_type'],
    [new GraphQLError('m', { path: ['a'] }), 'internal'],
    [new GraphQLError('m', { originalError: notFound }), 'internal'],
    [new GraphQLError('m', { originalError: new Error('x') }), 'malformed_request'],
  ])('%j is refused as %s', (error, code) => {
    expect(toRefusal(error, asInternal).code).toBe(code);
  });

  const invalid = new BoardError('validation_failed', 'validation_failed');
  const complex = new BoardError('query_too_complex', 'query_too_complex');

  test.each([
    [withStatus(), invalid, 400],
    [withStatus(405), notFound, 405],
    [new GraphQLError('m', { originalError: notFound }), notFound, 404],
    [new GraphQLError('m', { originalError: invalid }), invalid, 400],
    [new GraphQLError('m', { originalError: invalid, path: ['a'] }), invalid, 422],
    [new GraphQLError('m', { path: ['a'] }), notFound, 404],
    [withStatus(413), complex, 422],
  ])('%j with the refusal %s has the status %i', (error, refusal, status) => {
    expect(toStatus(error, refusal)).toBe(status);
  });

  test('is formatted with its path, its location and its problem', () => {
    const document = parse('query {\n  a\n}');
    const [node] = document.definitions;
    const issues = [
      { path: ['input', 'body'], msg: 'm', type: 't' },
      { path: ['first'], msg: 'm', type: 't' },
    ];
    const refusal = new BoardError('validation_failed', 'Detail', { issues });
    const error = new GraphQLError('m', { nodes: [node as never], path: ['a', 0] });
    const context = { siteUrl: 'http://site', requestId: '1' };
    const formatted = toFormattedError(error, refusal, context);
    expect(formatted).toMatchObject({
      message: 'Detail',
      locations: [{ line: 1, column: 1 }],
      path: ['a', 0],
      extensions: {
        code: 'validation_failed',
        http: { status: 422 },
        problem: { status: 422, errors: [{ loc: ['input', 'body'] }, { loc: ['arguments', 'first'] }] },
      },
    });
    expect(toFormattedError(new GraphQLError('m'), refusal, context)).toMatchObject({
      extensions: { http: { status: 400 }, problem: { status: 400 } },
    });
    expect(toExtensions(refusal, context)).toMatchObject({ http: { status: 422 }, problem: { status: 422 } });
  });
});
