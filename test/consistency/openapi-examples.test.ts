import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { createOpenApiDocument, inlineReferences } from '../support/board/openapi-document.ts';

const document = JSON.parse(JSON.stringify(createOpenApiDocument()));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

const escapeStep = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The locations of all objects of the document that have a schema and an example. */
function findExamples(node: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'schema' in node && 'example' in node ? [at] : [];
  return [...own, ...Object.entries(node).flatMap(([name, child]) => findExamples(child, [...at, name]))];
}

const readAt = (steps: readonly string[]) =>
  steps.reduce((node: Record<string, unknown>, step) => node[step] as Record<string, unknown>, document);

test('every example of the OpenAPI document matches its schema', () => {
  const examples = findExamples(document);

  const mismatches = examples.flatMap((at) => {
    const validate = ajv.getSchema(`openapi#/${[...at, 'schema'].map(escapeStep).join('/')}`)!;
    const { example } = readAt(at);
    return validate(example)
      ? []
      : [`${at.join(' ')}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`];
  });

  expect(examples.length).toBeGreaterThan(100);
  expect(mismatches).toEqual([]);
});

test('every body of a request and every required parameter has an example', () => {
  const operations = Object.values(document.paths as Record<string, object>)
    .flatMap(Object.values)
    .map(({ operationId, parameters, requestBody }) =>
      inlineReferences(document, { operationId, parameters, requestBody }),
    );

  const withoutExample = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
    ...(requestBody && !requestBody.content['application/json'].example ? [`${operationId} body`] : []),
    ...parameters
      .filter(({ required, example }: { required?: boolean; example?: unknown }) => required && !example)
      .map(({ name }: { name: string }) => `${operationId} ${name}`),
  ]);

  expect(withoutExample).toEqual([]);
});

test('every response of an operation has a numeric status, not `default` or `4XX`', () => {
  const operations = Object.values(document.paths as Record<string, object>).flatMap(Object.values);

  const statuses = operations.flatMap(({ responses }) => Object.keys(responses));

  expect(statuses.filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
});

test('the document is the same every time, and has at most 410 KB', () => {
  const text = JSON.stringify(createOpenApiDocument());

  expect(text).toBe(JSON.stringify(document));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(410_000);
});

test('every shared parameter, body and response is used more than once', () => {
  const text = JSON.stringify(document.paths);
  const references = ['parameters', 'requestBodies', 'responses'].flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `"#/components/${kind}/${name}"`),
  );

  expect(references.filter((reference) => text.split(reference).length < 3)).toEqual([]);
});
