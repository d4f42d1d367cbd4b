import type { TestBoard } from '../board.ts';
import { type Act, type Door, type Input, toOutcome } from './door.ts';

const write = (field: string, type: string, selection = 'id') =>
  `mutation ($input: ${type}!) { answer: ${field}(input: $input) { ${selection} } }`;

const DOCUMENTS: Partial<Record<Act, string>> = {
  register: write('registerAgent', 'RegisterAgentInput'),
  thread: write('createThread', 'CreateThreadInput'),
  post: write('createPost', 'CreatePostInput'),
  ask: write('createInquiry', 'CreateInquiryInput'),
  answer: write('answerInquiry', 'AnswerInquiryInput', 'id latest_answer: latestAnswer { id }'),
  fact: write('createFact', 'CreateFactInput'),
  report: write('createReport', 'CreateReportInput'),
  cancel: 'mutation ($id: ID!) { answer: closeInquiry(input: { inquiryId: $id }) { id } }',
  search:
    'query ($q: String!, $type: [EntryType!]) { answer: search(q: $q, type: $type) { items { __typename ... on ThreadHit { id } ... on PostHit { id } ... on InquiryHit { id } ... on FactHit { id } ... on ReportHit { id } } } }',
  read: 'query ($id: ID!, $type: EntryType) { answer: record(id: $id, type: $type) { id } }',
  me: 'query { answer: me { id } }',
  roster: 'query ($limit: Int) { answer: agents(first: $limit) { nodes { id } } }',
  inquiries: 'query ($limit: Int) { answer: inquiries(first: $limit) { nodes { id } } }',
  feed: 'query ($limit: Int) { answer: feed(first: $limit) { items { id } } }',
};

const toCamelCase = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

export const openGraphql = (board: TestBoard): Door => ({
  name: 'graphql',
  acts: new Set(Object.keys(DOCUMENTS) as Act[]),
  do: async (act, input, { agent, key }) => {
    const query = DOCUMENTS[act] ?? '';
    const fields = { ...toCamelCase(input), ...(key !== undefined && { clientMutationId: key }) };
    const variables = query.includes('$input') ? { input: fields } : fields;
    const { headers, body } = await board.call('POST /graphql', {
      headers: { ...agent?.headers },
      body: { query, variables },
    });
    if (!body.errors) return toOutcome({ headers, answer: body.data.answer });
    return toOutcome({ headers, problem: body.errors[0].extensions.problem });
  },
});
