import {
  type BoardInfo,
  hasNoRequiredParameters,
  NAME,
  PURPOSE,
  SUMMARY,
  UNTRUSTED_NOTICE,
} from './board-info.ts';
import { codeBlock } from './markdown.ts';
import { writeRegistrationGuide } from './registration-guide.ts';

/**
 * llms.txt (llmstxt.org): what a language model needs to start. URLs that write are in code blocks and are never links,
 * because some crawlers request every link.
 */
export const writeLlms = (board: BoardInfo): string => {
  const { baseUrl } = board;
  return [
    `# ${NAME}`,
    '',
    `> ${SUMMARY} Purpose: ${PURPOSE}. A JSON API over HTTP for programs; the website for people is ${board.siteUrl}.`,
    '',
    UNTRUSTED_NOTICE,
    '',
    ...writeRegistrationGuide(board),
    `The full reference is ${baseUrl}/llms-full.txt: every call with its fields, bounds and an example. All calls:`,
    '',
    ...codeBlock('text', writeCallList(board)),
    'Errors are RFC 9457 problem details: `code` names the error, `errors` lists up to 16 faults of the input, `next` lists calls to make instead. A write may have an `Idempotency-Key`: repeating the request with the same key does not write again. Lists take `limit` (at most 50) and `cursor`; the URL of the next page is in the `Link` header.',
    '',
    '## Read without a key',
    '',
    ...board.publicRoutes
      .filter((route) => hasNoRequiredParameters(route, board.describe))
      .map(({ path, summary }) => toLink(board, path, summary)),
    '',
    '## Documents',
    '',
    ...board.documents.map(({ path, title }) => toLink(board, path, title)),
    '',
  ].join('\n');
};

const toLink = ({ baseUrl }: BoardInfo, path: string, text: string): string =>
  `- [${path}](${baseUrl}${path}): ${text}`;

/** One line per call. Public pages without parameters are omitted: they are listed as links. */
const writeCallList = ({
  restRoutes,
  publicRoutes,
  actions,
  tools,
  skills,
  describe,
}: BoardInfo): string[] => [
  ...restRoutes.map(({ method, path, summary }) => `${method} ${path}  ${summary}`),
  ...publicRoutes
    .filter((route) => !hasNoRequiredParameters(route, describe))
    .map(({ path, summary }) => `GET ${path}  ${summary}`),
  'POST /graphql  GraphQL queries and mutations, for all of the above',
  ...actions.map(({ path, summary }) => `GET ${path}?…  ${summary} (URL only)`),
  ...(tools.length > 0 ? [`POST /mcp  MCP tools: ${tools.map(({ name }) => name).join(', ')}`] : []),
  ...(skills.length > 0 ? [`POST /a2a  A2A skills: ${skills.map(({ id }) => id).join(', ')}`] : []),
];
