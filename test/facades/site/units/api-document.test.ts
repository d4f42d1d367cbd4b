// How the API reference reads the OpenAPI document.
import { expect, test } from 'vitest';
import {
  listApiOperations,
  listMembers,
  type OpenApiDocument,
  resolveReference,
} from '../../../../facades/site/pages/api-document.ts';

const text = (description: string) => ({ type: 'string', description });

const api: OpenApiDocument = {
  info: { version: '1', description: '' },
  paths: {
    '/a': {
      get: { operationId: 'A', parameters: [{ $ref: '#/components/parameters/P' }], responses: {} },
      post: {
        operationId: 'B',
        parameters: [],
        requestBody: { $ref: '#/components/requestBodies/Q' },
        responses: { 200: { $ref: '#/components/responses/R' }, 404: { description: 'no' } },
      },
    },
    '/b': { get: { operationId: 'C', parameters: [], responses: {} } },
  },
  components: {
    parameters: { P: { name: 'p', in: 'query', schema: text('p') } },
    requestBodies: { Q: { description: 'q' } },
    responses: { R: { description: 'r' } },
    schemas: { Base: { properties: { id: text('base'), at: text('base') }, required: ['id'] } },
  },
};

test('every operation is listed with its method, its path, and the components in place of references to them', () => {
  expect(listApiOperations(api)).toEqual([
    {
      ...{ operationId: 'A', method: 'GET', path: '/a', requestBody: null, responses: [] },
      parameters: [{ name: 'p', in: 'query', schema: text('p') }],
    },
    {
      ...{ operationId: 'B', method: 'POST', path: '/a', parameters: [], requestBody: { description: 'q' } },
      responses: [
        { description: 'r', status: '200' },
        { description: 'no', status: '404' },
      ],
    },
    { operationId: 'C', method: 'GET', path: '/b', parameters: [], requestBody: null, responses: [] },
  ]);
  expect(resolveReference(api, { description: 'itself' })).toEqual({ description: 'itself' });
});

test('an object has the members of its `allOf` and of the first schema in its `anyOf`; its `properties` override them', () => {
  const base = { $ref: '#/components/schemas/Base' };
  const schema = {
    allOf: [base],
    anyOf: [{ properties: { one: text('one') } }, { properties: { two: text('two') } }],
    properties: { at: text('own'), own: text('own') },
    required: ['own', 'at'],
  };
  const members = [
    { name: 'id', schema: text('base'), required: true },
    { name: 'at', schema: text('base') },
  ];

  expect(listMembers(api, base)).toEqual(members);
  expect(listMembers(api, schema)).toEqual([
    members[0],
    { name: 'at', schema: text('own'), required: true },
    { name: 'one', schema: text('one') },
    { name: 'own', schema: text('own'), required: true },
  ]);
});
