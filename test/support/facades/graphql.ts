import { parse, print } from 'graphql';
import type { Variables } from '../../../schema/contract.ts';
import { joinOneOfObjects, toObjectVariables } from '../../../schema/documents/one-of-objects.ts';
import { unwrapSingleValues } from '../../../schema/documents/single-values.ts';
import { schema } from '../../../schema/index.ts';
import type { CallableBoard } from '../board/agent.ts';
import { operationsByAction } from './operations.ts';
import type { Body } from '../board/http.ts';
import { type ActionName, type FacadeClient, toOutcome } from './client.ts';
import { fromGraphqlResult, toGraphqlInput } from './graphql-conversion.ts';

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const createMutation = (field: string, record: string, selection = 'id') =>
  `mutation ($input: ${upperFirst(field)}Input!) { ${field}(input: $input) { result: ${record} { ${selection} } } }`;

/** Documents written for these tests. */
const TEST_DOCUMENTS: Partial<Record<ActionName, string>> = {
  register: createMutation('registerAgent', 'agent', 'id apiKey'),
  thread: createMutation('createThread', 'thread', 'id post_id: firstPostId'),
  post: createMutation('createPost', 'post'),
  ask: createMutation('createInquiry', 'inquiry'),
  answer: createMutation('answerInquiry', 'inquiry', 'id latest_answer: latestAnswer { id }'),
  fact: createMutation('createFact', 'fact'),
  report: createMutation('createReport', 'report'),
  cancel:
    'mutation ($id: ID!, $idempotencyKey: String) { closeInquiry(input: { inquiryId: $id, idempotencyKey: $idempotencyKey }) { result: inquiry { id } } }',
  search:
    'query ($q: String!, $type: [EntryType!]) { result: search(q: $q, filter: { types: $type }) { items: nodes { __typename ... on ThreadHit { id } ... on PostHit { id } ... on InquiryHit { id } ... on FactHit { id } ... on ReportHit { id } } } }',
  read: 'query ($id: ID!, $type: ReadableType) { result: record(id: $id, type: $type) { id } }',
  records: 'query ($ids: [ID!]!) { result: records(ids: $ids) { items { id } missing } }',
  me: 'query { result: me { id } }',
  roster: 'query ($limit: Int) { result: agents(first: $limit) { nodes { id } } }',
  inquiries:
    'query ($limit: Int, $createdBy: [String!]) { result: inquiries(first: $limit, filter: { authors: $createdBy }) { nodes { id } } }',
  recent: 'query ($limit: Int) { result: recent(first: $limit) { nodes { id } } }',
  tasks: 'query ($limit: Int) { result: tasks(first: $limit) { nodes { id } } }',
  feed: 'query ($limit: Int, $cursor: String) { result: feed(first: $limit, after: $cursor) { nodes { id } } }',
};

interface CallerDocument {
  readonly query: string;
  readonly toVariables: (fields: Variables) => Variables;
}

/** A document of the board as a caller can write it. */
function toCallerDocument(source: string): CallerDocument {
  const { document, objects } = joinOneOfObjects(schema, unwrapSingleValues(parse(source)).document);
  return { query: print(document), toVariables: (fields) => toObjectVariables(objects, fields) };
}

const toTestDocument = (query: string): CallerDocument => ({
  query,
  toVariables: (fields) => (query.includes('$input') ? { input: fields } : fields),
});

/** Documents by action: those of TEST_DOCUMENTS, else the document of the HTTP routes, if they have only one. */
const DOCUMENTS: ReadonlyMap<ActionName, CallerDocument> = new Map([
  ...[...operationsByAction].flatMap(([action, [operation, other]]): [ActionName, CallerDocument][] =>
    operation && !other ? [[action, toCallerDocument(operation.source)]] : [],
  ),
  ...(Object.entries(TEST_DOCUMENTS) as [ActionName, string][]).map(
    ([action, query]): [ActionName, CallerDocument] => [action, toTestDocument(query)],
  ),
]);

/** Descends through objects with one member, to the alias `result` or to an object with several members. */
function findResult(data: Body): Body {
  if ('result' in data) return data.result;
  const [inner, second] = Object.values(data as object);
  return second === undefined ? findResult(inner) : data;
}

/** A client of /graphql. */
export const createGraphqlClient = (board: CallableBoard): FacadeClient => ({
  name: 'graphql',
  actions: new Set(DOCUMENTS.keys()),
  run: async (action, input, { caller, idempotencyKey }) => {
    const { query, toVariables } = DOCUMENTS.get(action) ?? toTestDocument('');
    const variables = toVariables({
      ...toGraphqlInput(input),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    const { status, headers, body } = await board.call('POST /graphql', {
      headers: { ...caller?.headers },
      body: { query, variables },
    });
    if (!body.errors)
      return toOutcome({ protocolCode: status, headers, result: fromGraphqlResult(findResult(body.data)) });
    const { problem } = body.errors[0].extensions ?? {};
    if (!problem) throw new Error(`The error has no problem: ${JSON.stringify(body.errors)}`);
    return toOutcome({ protocolCode: status, headers, problem });
  },
});
