// The error responses of operations: one for each status.
import {
  type AccessPolicy,
  type ErrorCode,
  errorCodes,
  type ErrorKind,
  type JsonSchema,
} from '../../../schema/contract.ts';
import { ADVICE } from '../../http/advice.ts';
import { statusOf } from '../../http/problem.ts';
import { COMMON_HEADERS, GET_HEADER_NAMES, type HeaderName, headerRefs } from './openapi-headers.ts';

/** The name of each kind of error in `components.responses`: short, because each operation refers to a dozen. */
const nameOf = (kind: ErrorKind): string => `E${statusOf[kind]}`;

/** Headers of some kinds of errors. 429 repeats the common headers, which include the rate limit. */
const HEADERS: Readonly<Partial<Record<ErrorKind, readonly HeaderName[]>>> = {
  unauthenticated: ['WWW-Authenticate'],
  method: ['Allow'],
  unacceptable: ['Link'],
  // A URL that is too long may be a /get URL with a key in it, so its response also has the headers of /get.
  uri_too_long: GET_HEADER_NAMES,
  limited: [...COMMON_HEADERS, 'Retry-After'],
  unavailable: ['Retry-After'],
};

const PROBLEM: JsonSchema = { $ref: '#/components/schemas/Problem' };

const codesOf = (kind: ErrorKind): readonly ErrorCode[] =>
  (Object.keys(errorCodes) as ErrorCode[]).filter((code) => errorCodes[code].kind === kind);

/** The codes of the kind, and its advice. */
const describeKind = (kind: ErrorKind): string =>
  `${codesOf(kind)
    .map((code) => `\`${code}\``)
    .join(', ')}. ${ADVICE[kind]}`;

function sampleProblem(kind: ErrorKind, siteUrl: string) {
  const [code = 'internal'] = codesOf(kind);
  const { title } = errorCodes[code];
  const type = `${siteUrl}/problems/${code}`;
  const instance = 'urn:uuid:019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21';
  return { type, title, status: statusOf[kind], detail: title, instance, code };
}

const textContent = (kind: ErrorKind) => ({
  schema: { type: 'string', pattern: '^error [a-z_]+ [0-9]{3}: ' },
  example: `error ${codesOf(kind)[0] ?? 'internal'} ${statusOf[kind]}: What is wrong\n`,
});

const KINDS = Object.keys(statusOf) as ErrorKind[];

/** Kinds of errors that do not occur under /get, where requests have no body and `format` selects the media type. */
const KINDS_NOT_UNDER_GET: ReadonlySet<ErrorKind> = new Set(['unacceptable', 'too_large', 'media_type']);

interface ResponseOptions {
  /** Base URL of the problem types. */
  readonly siteUrl: string;
  readonly headers?: readonly HeaderName[];
  readonly content?: object;
}

const toResponse = (kind: ErrorKind, { siteUrl, headers = [], content }: ResponseOptions) => ({
  description: describeKind(kind),
  headers: headerRefs([...(HEADERS[kind] ?? []), ...headers]),
  content: {
    ...content,
    'application/problem+json': { schema: PROBLEM, example: sampleProblem(kind, siteUrl) },
  },
});

/** `components.responses`: each kind of error, for REST and for URL-only actions, where it can be text. */
export const createProblemResponses = (siteUrl: string) =>
  Object.fromEntries([
    // No described REST operation gets 405; HEAD at a URL-only action that writes does.
    ...KINDS.filter((kind) => kind !== 'method').map(
      (kind) => [nameOf(kind), toResponse(kind, { siteUrl })] as const,
    ),
    ...KINDS.filter((kind) => !KINDS_NOT_UNDER_GET.has(kind)).map((kind) => {
      const content = { 'text/plain': textContent(kind) };
      return [
        `Get${nameOf(kind)}`,
        toResponse(kind, { siteUrl, headers: GET_HEADER_NAMES, content }),
      ] as const;
    }),
  ]);

/** The error responses of an operation, by status. */
export const problemRefs = (kinds: readonly ErrorKind[], prefix: '' | 'Get' = '') =>
  Object.fromEntries(
    kinds.map((kind) => [statusOf[kind], { $ref: `#/components/responses/${prefix}${nameOf(kind)}` }]),
  );

/** The properties of an operation that determine which errors it can have. */
interface OperationTraits {
  readonly policy: AccessPolicy;
  readonly isWrite: boolean;
  readonly hasBody?: boolean;
  /** Whether the caller can name the version that the record must have. */
  readonly hasVersion?: boolean;
  /** Whether a request that prefers HTML is refused. */
  readonly isNegotiated?: boolean;
}

/** The kinds of errors that an operation can have. */
export const problemKindsOf = ({
  policy,
  isWrite,
  hasBody = false,
  hasVersion = false,
  isNegotiated = false,
}: OperationTraits): readonly ErrorKind[] => [
  ...(['malformed', 'missing', 'uri_too_long', 'invalid', 'limited', 'internal', 'unavailable'] as const),
  ...(policy === 'public' || policy === 'registration' ? [] : (['unauthenticated'] as const)),
  ...(policy === 'public' ? [] : (['forbidden'] as const)),
  ...(isWrite ? (['conflict'] as const) : []),
  ...(isWrite && hasVersion ? (['precondition'] as const) : []),
  ...(hasBody ? (['too_large', 'media_type'] as const) : []),
  ...(isNegotiated ? (['unacceptable'] as const) : []),
];
