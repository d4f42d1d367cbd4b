import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createIssueLocator,
  type ParameterLocations,
  readVariables,
} from '../../../../../facades/http/binding/parameters/variables.ts';
import type { Parameter } from '../../../../../schema/contract.ts';
import { anyText } from '../../../../support/generators/any-text.ts';

type Shape = Pick<Parameter, 'type' | 'fields' | 'item'>;

const parameter = (wireName: string, shape: Shape['type'] | Shape): Parameter => ({
  name: wireName.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
  wireName,
  required: false,
  schema: {},
  ...(typeof shape === 'string' ? { type: shape } : shape),
});

const operator: Shape = { type: 'object', fields: [parameter('contact_url', 'string')] };
const provenance: Shape = {
  type: 'object',
  fields: [parameter('discovered_via', 'string'), parameter('operator', operator)],
};

const read = (locations: Partial<ParameterLocations>, { path = {}, query = '', body = {} }) =>
  readVariables(
    { path: [], query: [], body: [], ...locations },
    { path, query: new URLSearchParams(query), body },
  );

describe('a query', () => {
  const locations = {
    query: [
      parameter('q', 'string'),
      parameter('limit', 'integer'),
      parameter('share', 'number'),
      parameter('include_stale', 'boolean'),
      parameter('type', { type: 'list', item: parameter('item', 'string') }),
      parameter('sizes', { type: 'list', item: parameter('item', 'integer') }),
    ],
  };
  const variables = (query: string) => read(locations, { query }).variables;

  test.each([
    ['q=a%20b', { q: 'a b' }],
    ['q=', { q: '' }],
    ['limit=5', { limit: 5 }],
    ['limit=-5', { limit: -5 }],
    ['limit=99999999999999999999', { limit: 2147483647 }],
    ['share=0.5', { share: 0.5 }],
    ['include_stale=true', { includeStale: true }],
    ['include_stale=False', { includeStale: false }],
    ['include_stale=1', { includeStale: true }],
    ['include_stale=0', { includeStale: false }],
    ['type=a&type=b,c', { type: ['a', 'b', 'c'] }],
    ['type=a,,%20b', { type: ['a', 'b'] }],
    ['type=', { type: [] }],
    ['sizes=1,2&sizes=x', { sizes: [1, 2, 'x'] }],
    ['', {}],
  ])('%s is converted to the types of its parameters', (query, expected) => {
    expect(variables(query)).toEqual(expected);
  });

  test.each([
    ['limit=', { limit: '' }],
    ['limit=many', { limit: 'many' }],
    ['limit=1.5', { limit: '1.5' }],
    ['limit=0x10', { limit: '0x10' }],
    ['include_stale=yes', { includeStale: 'yes' }],
  ])('%s is left for the schema to reject', (query, expected) => {
    expect(variables(query)).toEqual(expected);
  });

  test.each(['limit=1&limit=2', 'q=a&q=b'])('%s is refused: it has one parameter twice', (query) => {
    expect(() => variables(query)).toThrow('is given twice');
  });

  test('has each unknown parameter listed once', () => {
    expect(read(locations, { query: 'x=1&q=a&x=2&includeStale=1' }).unknownNames).toEqual([
      { loc: ['query', 'x'] },
      { loc: ['query', 'includeStale'], didYouMean: 'include_stale' },
    ]);
  });

  test('may have the parameters that links, and scripts that bypass caches, add', () => {
    expect(read(locations, { query: 'utm_source=x&utm_x=1&_=1700000000' }).unknownNames).toEqual([]);
  });
});

describe('a path', () => {
  test('is converted to the types of its parameters', () => {
    const locations = { path: [parameter('thread_id', 'string'), parameter('seq', 'integer')] };

    expect(read(locations, { path: { thread_id: 'a', seq: '7' } }).variables).toEqual({
      threadId: 'a',
      seq: 7,
    });
  });
});

describe('a body', () => {
  const locations = {
    path: [parameter('id', 'string')],
    body: [
      parameter('limit', 'integer'),
      parameter('provenance', provenance),
      parameter('declaration', 'json'),
      parameter('scopes', { type: 'list', item: parameter('item', provenance) }),
    ],
  };

  test('has its members renamed to the names of the schema at every depth, with values unchanged', () => {
    const body = {
      limit: '5',
      provenance: { discovered_via: 'pypi', operator: { contact_url: null } },
      declaration: { some_thing: 1 },
      scopes: [{ discovered_via: 'x' }, 'plain'],
    };

    expect(read(locations, { body })).toEqual({
      variables: {
        limit: '5',
        provenance: { discoveredVia: 'pypi', operator: { contactUrl: null } },
        declaration: { some_thing: 1 },
        scopes: [{ discoveredVia: 'x' }, 'plain'],
      },
      unknownNames: [],
    });
  });

  test('has unknown members listed with their path', () => {
    const body = { id: 1, provenance: { discoveredVia: 1, operator: { x: 1 } }, scopes: [{}, { y: 1 }] };

    expect(read(locations, { body, query: 'limit=1', path: { id: 'a' } })).toMatchObject({
      variables: { id: 'a', provenance: { operator: {} }, scopes: [{}, {}] },
      unknownNames: [
        { loc: ['query', 'limit'] },
        { loc: ['body', 'id'] },
        { loc: ['body', 'provenance', 'discoveredVia'], didYouMean: 'discovered_via' },
        { loc: ['body', 'provenance', 'operator', 'x'] },
        { loc: ['body', 'scopes', 1, 'y'] },
      ],
    });
  });

  test('has unknown members of items listed only up to the maximum of the list, because the schema rejects a longer list', () => {
    const schema = { type: 'array', items: { properties: { name: {} } }, maxItems: 2 };
    const parts = { ...parameter('parts', 'json'), schema };

    const { variables, unknownNames } = read(
      { body: [parts] },
      { body: { parts: [{}, { x: 1 }, { y: 1 }] } },
    );

    expect(variables).toEqual({ parts: [{}, { x: 1 }, { y: 1 }] });
    expect(unknownNames).toEqual([{ loc: ['body', 'parts', 1, 'x'] }]);
  });

  test('with null, an array or an object in the wrong place is left for the schema to reject', () => {
    expect(read(locations, { body: { provenance: null, scopes: {} } }).variables).toEqual({
      provenance: null,
      scopes: {},
    });
    expect(read(locations, { body: { provenance: [1] } }).variables).toEqual({ provenance: [1] });
  });

  test('cannot set members of a prototype', () => {
    const body = JSON.parse(
      '{"__proto__": {"limit": 1}, "constructor": 1, "provenance": {"__proto__": {"x": 1}}}',
    ) as object;

    const { variables, unknownNames } = read(locations, { body, query: '__proto__=1&toString=2' });

    expect(variables).toEqual({ provenance: {} });
    expect('limit' in variables || 'x' in {}).toBe(false);
    expect(unknownNames.map(({ loc }) => loc.join('.'))).toEqual([
      'query.__proto__',
      'query.toString',
      'body.__proto__',
      'body.constructor',
      'body.provenance.__proto__',
    ]);
  });

  test('of any JSON is read without an exception, and sets only known variables', () => {
    const names = fc.oneof(
      fc.constantFrom('limit', 'provenance', 'discovered_via', 'scopes', '__proto__'),
      anyText,
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.array(tie('tree')),
        fc.dictionary(names, tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(names, tree), fc.dictionary(names, anyText), (body, query) => {
        const { variables } = read(
          { ...locations, query: locations.body },
          { body, query: new URLSearchParams(query).toString() },
        );
        return Object.keys(variables).every((name) => locations.body.some((known) => known.name === name));
      }),
    );
  });
});

test('at most 1 000 unknown names of a request are recorded', () => {
  const body = Object.fromEntries(Array.from({ length: 14_000 }, (_, i) => [`name${i}`, i]));

  expect(read({}, { body }).unknownNames).toHaveLength(1000);
});

describe('an issue', () => {
  const locate = createIssueLocator({
    path: [parameter('thread_id', 'string')],
    query: [
      parameter('include_stale', 'boolean'),
      parameter('sizes', { type: 'list', item: parameter('item', 'integer') }),
    ],
    body: [
      parameter('provenance', provenance),
      parameter('scopes', { type: 'list', item: parameter('item', provenance) }),
      parameter('declaration', 'json'),
    ],
  });
  const at = (...path: (string | number)[]) => locate({ path, msg: '', type: '' });

  test('is located in the request by wire names', () => {
    expect(at('threadId')).toEqual(['path', 'thread_id']);
    expect(at('includeStale')).toEqual(['query', 'include_stale']);
    expect(at('sizes', 2)).toEqual(['query', 'sizes', 2]);
    expect(at('provenance', 'discoveredVia')).toEqual(['body', 'provenance', 'discovered_via']);
    expect(at('scopes', 1, 'operator', 'contactUrl')).toEqual([
      'body',
      'scopes',
      1,
      'operator',
      'contact_url',
    ]);
    expect(at('declaration', 'someThing', 0)).toEqual(['body', 'declaration', 'someThing', 0]);
  });

  test('with the whole input is located at the body, or at the query if there is no body', () => {
    const locateInQuery = createIssueLocator({ path: [], query: [parameter('q', 'string')], body: [] });

    expect(at()).toEqual(['body']);
    expect(locateInQuery({ path: [], msg: '', type: '' })).toEqual(['query']);
  });

  test('that concerns no variable keeps its path', () => {
    expect(at('unknown', 'x')).toEqual(['unknown', 'x']);
  });
});
