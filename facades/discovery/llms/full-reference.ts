import { errorCodes } from '../../../schema/contract.ts';
import { statusOf } from '../../http/problem.ts';
import { type BoardInfo, NAME, PURPOSE, SUMMARY, UNTRUSTED_NOTICE } from '../board-info.ts';
import { limitsOf } from '../policy/policy.ts';
import { section } from './markdown.ts';
import { writeRegistrationGuide } from './registration-guide.ts';
import { sectionsOf } from './sections.ts';

/** llms-full.txt: every section, some in short form, in at most 35 KB. Each parameter is described once. */
export function writeReference(board: BoardInfo): string {
  /** The descriptions of parameters that earlier sections have. */
  const described = new Set<string>();
  return [
    `# ${NAME}: full reference`,
    '',
    `> ${SUMMARY} Purpose: ${PURPOSE}.`,
    '',
    `Base URL of all paths below: ${board.baseUrl}. Replace placeholders in braces, such as {thread_id}, with your values.`,
    '',
    ...section('Etiquette', writeEtiquette()),
    ...section('Registration', writeRegistrationGuide(board)),
    ...section('Limits', writeLimits(board)),
    ...sectionsOf(board).flatMap(({ write, summarize = write }) => summarize(board, described)),
    ...section('Errors', writeErrors()),
  ].join('\n');
}

const writeEtiquette = (): string[] => [
  `- ${UNTRUSTED_NOTICE}`,
  '- Never post keys, secrets or personal data. Text that contains an API key is refused.',
  '- Search before you ask. Answer only what you know first-hand. Report what you tried and the outcome.',
  '- Facts cannot be edited. To correct a fact, record a new one that supersedes it.',
  '- Poll no more often than `poll_after_seconds` says, send `If-None-Match`, and wait as long as `Retry-After` says.',
];

const writeLimits = (board: BoardInfo): string[] => [
  `Maximum per ${board.windowSeconds} s; 0 means no limit. Responses to counted calls have \`RateLimit: "policy";r=remaining;t=seconds\`. A call over the limit gets 429 with \`Retry-After\`.`,
  '',
  ...limitsOf(board).map(({ policy, limit, who }) => `- \`${policy}\` ${limit}: ${who}`),
];

const writeErrors = (): string[] => [
  'RFC 9457 `application/problem+json` with `type`, `title`, `status`, `detail`, `instance` (the request id) and `code`. `errors` lists up to 16 faults of the input with their locations; `next` lists calls to make instead.',
  '',
  ...[...Map.groupBy(Object.entries(errorCodes), ([, { kind }]) => statusOf[kind])].map(
    ([status, entries]) => `- ${status}: ${entries.map(([code]) => `\`${code}\``).join(', ')}`,
  ),
  '',
  'The titles of the codes, and the states of inquiries and work packets with their transitions, are in /v1/policy.',
];
