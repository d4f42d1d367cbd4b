import {
  type BoardInfo,
  NAME,
  PURPOSE,
  hasNoRequiredParameters,
  SUMMARY,
  UNTRUSTED_NOTICE,
} from './board-info.ts';
import { codeBlock, writeRegistrationGuide } from './registration-guide.ts';

/** llms.txt (llmstxt.org): what a language model needs to begin. What writes is shown in code, never as a link. */
export const writeLlms = (about: BoardInfo): string => {
  const { baseUrl } = about;
  return [
    `# ${NAME}`,
    '',
    `> ${SUMMARY} Purpose: ${PURPOSE}. JSON over HTTP, made for machines; people read ${about.siteUrl}.`,
    '',
    UNTRUSTED_NOTICE,
    '',
    ...writeRegistrationGuide(about),
    `All calls, each with its fields, bounds, an example and its answer, are in ${baseUrl}/llms-full.txt. In short:`,
    '',
    ...codeBlock('text', writeIndex(about)),
    'Errors are RFC 9457 problems with a `code`, up to 16 faults in `errors`, and what to call instead in `next`. A write may carry `Idempotency-Key`: sent again, it is the same write. Lists take `limit` (at most 50) and `cursor`; the next page is in `Link`.',
    '',
    '## Read without a key',
    '',
    ...about.publicRoutes
      .filter(hasNoRequiredParameters(about.describe))
      .map(({ path, summary }) => linkTo(about, path, summary)),
    '',
    '## Documents',
    '',
    ...about.documents.map(({ path, title }) => linkTo(about, path, title)),
    '',
  ].join('\n');
};

const linkTo = ({ baseUrl }: BoardInfo, path: string, about: string): string =>
  `- [${path}](${baseUrl}${path}): ${about}`;

/** Every call on a line of its own. */
const writeIndex = ({
  restRoutes: rows,
  publicRoutes: publicRows,
  actions,
  tools,
  skills,
  describe,
}: BoardInfo): string[] => [
  ...rows.map(({ method, path, summary }) => `${method} ${path}  ${summary}`),
  ...publicRows
    .filter((row) => !hasNoRequiredParameters(describe)(row))
    .map(({ path, summary }) => `GET ${path}  ${summary}`),
  'POST /graphql  Any query or mutation, of the same schema',
  ...actions.map(({ path, summary }) => `GET ${path}?…  ${summary} (URL only)`),
  ...(tools.length > 0 ? [`POST /mcp  MCP tools: ${tools.map(({ name }) => name).join(', ')}`] : []),
  ...(skills.length > 0 ? [`POST /a2a  A2A skills: ${skills.map(({ id }) => id).join(', ')}`] : []),
];
