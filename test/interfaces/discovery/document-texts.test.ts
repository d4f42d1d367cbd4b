// The texts of discovery documents, and outlines of the OpenAPI description and of the tools of MCP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;

const FUTURE = Date.UTC(2100, 0, 1);
const DAY_MS = 86_400_000;

beforeAll(async () => {
  board = await openBoard({
    BASE_URL: 'https://board.test',
    SITE_URL: 'https://people.test',
    OPERATOR_NAME: 'Analytical Society',
    OPERATOR_CONTACT: 'mailto:board@people.test',
  });
  // Later than all dates in the texts, so that dates that depend on the present can be told apart.
  board.clock.advance({ seconds: Math.ceil((FUTURE - board.clock.now().getTime()) / 1000) });
});
afterAll(() => board[Symbol.asyncDispose]());

/** A date as a number of days after the present of the board: `{90 days}`. */
const toDays = (time: string): string => `{${Math.floor((Date.parse(time) - FUTURE) / DAY_MS)} days}`;

async function textOf(path: string): Promise<string> {
  const { text, headers } = await board.call(`GET ${path}`);
  const isJson = headers.get('content-type')?.includes('json') === true;
  const readable = isJson ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
  return readable
    .replaceAll(/21\d\d-\d\d-\d\d(T[\d:.]+Z)?/g, toDays)
    .replaceAll(/(?<=<lastmod>)\d{4}-[^<]*/g, '{time}')
    .replaceAll(/"bytes": \d+/g, '"bytes": {bytes}');
}

test.each([
  ['/', 'index.json'],
  ['/llms.txt', 'llms.txt'],
  ['/llms-full.txt', 'llms-full.txt'],
  ['/llms/work.txt', 'llms/work.txt'],
  ['/llms/graphql.txt', 'llms/graphql.txt'],
  ['/llms/get.txt', 'llms/get.txt'],
  ['/llms/mcp.txt', 'llms/mcp.txt'],
  ['/llms/a2a.txt', 'llms/a2a.txt'],
  ['/v1/policy', 'policy.json'],
  ['/robots.txt', 'robots.txt'],
  ['/research.txt', 'research.txt'],
  ['/security.txt', 'security.txt'],
  ['/sitemap.xml', 'sitemap.xml'],
  ['/.well-known/agent-board.json', 'agent-board.json'],
  ['/.well-known/agent-card.json', 'agent-card-0.3.json'],
  ['/.well-known/agent-card.json?A2A-Version=1.0', 'agent-card-1.0.json'],
  ['/.well-known/mcp.json', 'mcp.json'],
  ['/.well-known/api-catalog', 'api-catalog.json'],
  ['/.well-known/host-meta.json', 'host-meta.json'],
  ['/.well-known/ai-plugin.json', 'ai-plugin.json'],
  ['/get/', 'get.txt'],
])('the document %s has the text of the file texts/%s', async (path, file) => {
  await expect(await textOf(path)).toMatchFileSnapshot(`texts/${file}`);
});

test.each(['/', '/v1/policy', '/.well-known/agent-board.json'])('%s explains a limit of 0', async (path) => {
  const { body } = await board.call(`GET ${path}`);

  const limits = body.limits as readonly { readonly limit: number; readonly note?: string }[];
  const notes = limits.filter(({ limit }) => limit === 0).map(({ note }) => note);
  expect(new Set(notes)).toEqual(new Set(['Not limited.']));
});

interface Part {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Part[];
  readonly requestBody?: Part;
  readonly responses: Readonly<Record<string, Part>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Keywords that describe a value and do not bound it. */
const ANNOTATIONS = new Set(['description', 'title', 'example', 'examples']);

/** A schema in one line: `object { id* string format="uuid", tags array [string] }`. */
function describeSchema({
  $ref,
  type,
  items,
  properties,
  required = [],
  anyOf,
  oneOf,
  allOf,
  ...rest
}: Schema): string {
  const all = (schemas: readonly Schema[] | undefined, separator: string) =>
    schemas ? [`(${schemas.map(describeSchema).join(separator)})`] : [];
  const members = Object.entries(properties ?? {}).map(
    ([name, member]) => `${name}${required.includes(name) ? '*' : ''} ${describeSchema(member)}`,
  );
  const bounds = Object.entries(rest).filter(([keyword]) => !ANNOTATIONS.has(keyword));
  const further = required.filter((name) => !(name in (properties ?? {})));
  return [
    ...($ref === undefined ? [] : [$ref.split('/').at(-1)]),
    ...(type === undefined ? [] : [[type].flat().join('|')]),
    ...(items ? [`[${describeSchema(items)}]`] : []),
    ...(properties ? [`{ ${members.join(', ')} }`] : []),
    ...all(anyOf, ' | '),
    ...all(oneOf, ' ^ '),
    ...all(allOf, ' & '),
    ...further.map((name) => `${name}*`),
    ...bounds.map(([keyword, value]) => `${keyword}=${JSON.stringify(value)}`),
  ].join(' ');
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, object>>;
}

/** The place, name, schemas and headers of a parameter, a body or a response. */
function describePart(part: Part): string {
  const { name = '', in: place = '', required, explode, schema, headers = {}, content = {} } = part;
  // The last segment of a reference: `Agent` for `#/components/schemas/Agent`.
  if (part.$ref !== undefined) return part.$ref.split('/').at(-1) ?? '';
  const types = Object.entries(content).map(([type, media]) => `${type} ${describeSchema(media.schema)}`);
  const marks = `${required === true ? '*' : ''}${explode === false ? '[,]' : ''}`;
  const members = [
    ...[place, name + marks, ...(schema ? [describeSchema(schema)] : []), ...types],
    ...Object.keys(headers),
  ];
  return members.filter((member) => member !== '').join(' ');
}

/** The lines of an operation: method, security, names, parameters, body with the rules between its members, and responses. */
function outlineOf([method, operation]: readonly [string, OpenApiOperation]): string[] {
  const { operationId, tags, summary, security, parameters = [], requestBody, responses } = operation;
  const statuses = Object.entries(responses).map(
    ([status, response]) => `${status} ${describePart(response)}`,
  );
  return [
    `  ${method} ${security ? JSON.stringify(security) : ''}`.trimEnd(),
    `    ${operationId} (${tags.join(', ')}): ${summary}`,
    `    parameters: ${parameters.map(describePart).join(', ')}`,
    ...(requestBody ? [`    body: ${describePart(requestBody)}`] : []),
    ...(requestBody?.description?.split('\n').map((rule) => `      ${rule}`) ?? []),
    `    responses: ${statuses.join(', ')}`,
  ];
}

describe('the OpenAPI description', () => {
  test('has the paths, operations and components of the file texts/openapi.txt', async () => {
    const { body } = await board.call('GET /openapi.json');
    const { paths, components } = body as unknown as OpenApi;
    const lines = [
      ...Object.entries(paths).flatMap(([path, operations]) => [
        path,
        ...Object.entries(operations).flatMap(outlineOf),
      ]),
      ...Object.entries(components).map(([kind, members]) => `${kind}: ${Object.keys(members).join(' ')}`),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('texts/openapi.txt');
  });

  test('has, apart from its paths and schemas, the text of the file texts/openapi.json', async () => {
    const { body } = await board.call('GET /openapi.json');
    const { paths: _paths, components, ...rest } = body as unknown as OpenApi;
    const { schemas: _schemas, ...others } = components;
    const text = JSON.stringify({ ...rest, components: others }, null, 1);
    await expect(`${text}\n`).toMatchFileSnapshot('texts/openapi.json');
  });

  test('says that unknown query parameters are refused, but ignored under /public', async () => {
    const { body } = await board.call('GET /openapi.json');

    expect(body.info.description).toContain('parameters are refused with 422, under /public ignored.');
  });

  test('says that a webhook whose watches were deleted sends nothing', async () => {
    const { body } = await board.call('GET /openapi.json');
    const { schemas } = body.components as { readonly schemas: { readonly Webhook: object } };

    expect(JSON.stringify(schemas.Webhook)).toContain('If all were deleted, nothing is sent.');
  });

  test('describes a list of objects in a URL as a repeated parameter with JSON values', async () => {
    const { body } = await board.call('GET /openapi.json');
    const { paths } = body as unknown as OpenApi;

    const sources = paths['/get/fact']?.['get']?.parameters?.find(({ name }) => name === 'sources');
    expect(sources).not.toHaveProperty('explode');
    expect(sources?.schema).toMatchObject({
      type: 'array',
      items: { type: 'string', description: 'JSON: {quote?, title?, url}' },
    });
  });

  test('has the schemas of the file texts/openapi-schemas.txt', async () => {
    const { body } = await board.call('GET /openapi.json');
    const { schemas = {} } = (body as unknown as OpenApi).components;
    const lines = Object.entries(schemas).map(
      ([name, schema]) => `${name}: ${describeSchema(schema as Schema)}`,
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('texts/openapi-schemas.txt');
  });
});

test('the tools of MCP have the arguments, results and annotations of the file mcp/tools.txt', async () => {
  const { body } = await board.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  const { tools } = body.result as {
    readonly tools: readonly {
      readonly name: string;
      readonly inputSchema: Schema;
      readonly outputSchema: Schema;
      readonly annotations: object;
    }[];
  };
  const lines = tools.flatMap(({ name, inputSchema, outputSchema, annotations }) => [
    `${name} ${JSON.stringify(annotations)}`,
    `  arguments: ${describeSchema(inputSchema)}`,
    `  result: ${describeSchema(outputSchema)}`,
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../mcp/tools.txt');
});
