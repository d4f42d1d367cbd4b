import { type GraphQLField, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { actions } from '../../../facades/get/actions.ts';
import { withRequestId } from '../../../facades/http/binding/parameters/idempotency-parameter.ts';
import type { RouteDefinition } from '../../../facades/http/binding/route-definition.ts';
import { locateParameters } from '../../../facades/http/binding/rest-parameters.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import type { OperationDescription, Operation, Parameter } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { compileOperation } from '../../../schema/documents/compile.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Body, Reply } from '../../support/board/http.ts';
import {
  type Attempt,
  injectByParameter,
  injectBySchema,
  injectByType,
  REFUSED_TEXTS,
  sampleValue,
  findUnexpectedReplies,
} from '../../support/generators/refused-text.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let operator: Operator;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  ada = await board.join('ada');
  operator = createOperatorClient(board);
});

afterAll(() => board[Symbol.asyncDispose]());

describe('U+0000 and a lone surrogate', () => {
  test('are refused in every parameter of every route, except in numbers and booleans', async () => {
    const attempts = [
      ...restRouteDefinitions.flatMap((route) => createAttempts(route, ada.headers)),
      ...publicRouteDefinitions.flatMap((route) => createAttempts(route, {})),
      ...adminRouteDefinitions.flatMap((route) => createAttempts(route, operator.headers)),
    ];

    expect(attempts.length).toBeGreaterThan(300);
    expect(await findUnexpectedReplies(attempts)).toEqual([]);
  });

  test('are refused in every parameter of the first variant of every URL-only action, except in numbers and booleans', async () => {
    const attempts = actions.flatMap(({ path, operation }) =>
      REFUSED_TEXTS.flatMap((text) =>
        filterTextParameters(withRequestId(descriptionOf(operation))).map(({ wireName: wire }): Attempt => {
          const url = `${path}?${wire}=${escape(text)}`;
          const send = () => board.call(`GET ${url}&key=${ada.key}`);
          return { description: url, send, isExpected: ({ status }) => status === expectedUrlStatus(text) };
        }),
      ),
    );

    expect(attempts.length).toBeGreaterThan(80);
    expect(await findUnexpectedReplies(attempts)).toEqual([]);
  });

  test('are refused in every argument of every MCP tool', async () => {
    const rpc = (method: string, params: object) =>
      board.call('POST /mcp', {
        headers: { Authorization: `Bearer ${ada.key}` },
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
    const tools: Body[] = (await rpc('tools/list', {})).body.result.tools;

    const attempts = tools.flatMap(({ name, inputSchema }) =>
      REFUSED_TEXTS.flatMap((text) => injectBySchema(inputSchema, text)).map((args): Attempt => {
        const send = () => rpc('tools/call', { name, arguments: args });
        const isExpected = ({ body: { result } }: Reply) =>
          result.isError === true && result.structuredContent.status === 422;
        return { description: `${name} ${JSON.stringify(args)}`, send, isExpected };
      }),
    );

    expect(attempts.length).toBeGreaterThan(80);
    expect(await findUnexpectedReplies(attempts)).toEqual([]);
  });

  test('are refused in every argument of every root field of GraphQL', async () => {
    const attempts = rootFields().flatMap(({ name: type, field }) =>
      field.args.flatMap((argument) =>
        REFUSED_TEXTS.flatMap((text) => injectByType(argument.type, text)).map((value): Attempt => {
          const body = createRequestBody(type, field, { [argument.name]: value });
          const caller = field.extensions['policy'] === 'operator' ? operator : ada;
          const send = () => caller.call('POST /graphql', { body });
          return {
            description: `${field.name} ${JSON.stringify(value)}`,
            send,
            isExpected: isRefusedByGraphql,
          };
        }),
      ),
    );

    expect(attempts.length).toBeGreaterThan(300);
    expect(await findUnexpectedReplies(attempts)).toEqual([]);
  });
});

const descriptionOf = (operation: Operation): OperationDescription =>
  compileOperation(schema, operation).description;

const filterTextParameters = (parameters: readonly Parameter[]) =>
  parameters.filter(({ type }) => !['integer', 'number', 'boolean'].includes(type));

/** Encodes refused text for a URL; a lone surrogate as three bytes that are not valid UTF-8. */
const escape = (text: string) => text.replaceAll('\0', '%00').replaceAll('\ud800', '%ED%A0%80');

/** Invalid UTF-8 makes the whole query malformed. */
const expectedUrlStatus = (text: string) => (text.includes('\0') ? 422 : 400);

/** Fills in the parameters of a path. */
const fill = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'slug' ? 'general' : UNKNOWN_ID));

/** Whether a problem has an error at a location or inside it. */
const hasErrorAt = (problem: Body, [location, name]: readonly string[]): boolean =>
  problem.status === 422 && problem.errors.some(({ loc }: Body) => loc[0] === location && loc[1] === name);

type Route = Pick<RouteDefinition, 'method' | 'path' | 'operation'>;

/** Creates calls of a route, each with refused text in one of its parameters. */
function createAttempts(
  { method, path, operation }: Route,
  headers: Readonly<Record<string, string>>,
): Attempt[] {
  const locations = locateParameters({ method, path } as RouteDefinition, descriptionOf(operation));
  const call = (url: string, body?: object) => ({
    description: `${method} ${url} ${JSON.stringify(body)}`,
    send: () => board.call(`${method} ${url}`, { headers, body }),
  });
  return REFUSED_TEXTS.flatMap((text) => [
    ...locations.path.map(({ wireName: wire }) => ({
      ...call(fill(path.replace(`{${wire}}`, escape(text)))),
      isExpected: ({ status }: Reply) => status === 400,
    })),
    ...filterTextParameters(locations.query).map(({ wireName: wire }) => ({
      ...call(`${fill(path)}?${wire}=${escape(text)}`),
      isExpected: ({ status, body }: Reply) =>
        status === expectedUrlStatus(text) && (status === 400 || hasErrorAt(body, ['query', wire])),
    })),
    ...filterTextParameters(locations.body).flatMap((parameter) =>
      injectByParameter(parameter, text).map((value) => ({
        ...call(fill(path), { [parameter.wireName]: value }),
        isExpected: ({ body }: Reply) => hasErrorAt(body, ['body', parameter.wireName]),
      })),
    ),
  ]);
}

const isRefusedByGraphql = ({ status, body }: Reply): boolean =>
  status < 500 &&
  body.errors.every(({ extensions }: Body) =>
    ['validation_failed', 'invalid_cursor'].includes(extensions.code),
  );

function rootFields(): { name: 'query' | 'mutation'; field: GraphQLField<unknown, unknown> }[] {
  return (['query', 'mutation'] as const).flatMap((name) => {
    const type = schema.getType(name === 'query' ? 'Query' : 'Mutation');
    return isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ name, field })) : [];
  });
}

/** Creates the body of a request for a root field, with the given arguments and samples of the other required ones. */
function createRequestBody(
  type: string,
  { name, args }: GraphQLField<unknown, unknown>,
  given: object,
): object {
  const used = args.filter((arg) => arg.name in given || arg.type.toString().endsWith('!'));
  const samples = Object.fromEntries(used.map((arg) => [arg.name, sampleValue(arg.type)]));
  const declared = used.map((arg) => `$${arg.name}: ${arg.type.toString()}`).join(', ');
  const passed = used.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return {
    query: `${type}(${declared}) { ${name}(${passed}) { __typename } }`,
    variables: { ...samples, ...given },
  };
}
