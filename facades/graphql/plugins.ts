import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  type ParseOptions,
  Source,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import {
  BoardError,
  countCodePoints,
  DOCUMENT_BOUNDS,
  type DocumentResult,
  type Session,
} from '../../schema/contract.ts';
import { removeComments } from './comments.ts';
import { toDocumentRequest } from './document-request.ts';
import { assertDocumentShape, createBoundError } from './document-shape.ts';
import type { LargeResponses } from '../http/large-responses.ts';
import type { TurnOwner } from '../http/response-turns.ts';
import { refusalHeaders, type NextCallFormatter } from '../http/problem.ts';
import { toRefusal, toStatus, toFormattedError } from './errors.ts';
import { explainRules } from './validation-rules.ts';

/** The context of one HTTP request, which may contain a batch of documents. */
export interface YogaContext {
  readonly session: Session;
  readonly requestId: string;
  readonly owner: TurnOwner;
  /** Whether the response may be the events of a subscription. */
  readonly canStream: boolean;
  /** Updated by the plugins. */
  readonly outcome: {
    /** Whether the request has several documents. */
    isBatch: boolean;
    isReplayed: boolean;
    /** The next event of a subscription, null if there is none yet; undefined for other operations. */
    event: DocumentResult | null | undefined;
    /** The result of the document that was executed last. */
    result: DocumentResult | undefined;
    /** Seconds, as in `Retry-After`. */
    retryAfter: string | undefined;
    /** The body of the response; undefined if Yoga responds without a result. */
    body: string | undefined;
    /** Totals of all documents of the request. */
    tokenCount: number;
    validatedTokenCount: number;
    characterCount: number;
    errorCount: number;
  };
}

/** An execution result as Yoga takes it. Yoga reads `data` and `errors` to determine the HTTP status. */
export interface Result {
  /** Only a placeholder: `documentResult` contains the data as JSON text. */
  readonly data?: object | null;
  readonly errors?: readonly GraphQLError[];
  /** Undefined if the document or its result was refused, and for the placeholder of an event. */
  readonly documentResult?: DocumentResult;
  stringify?: () => string;
}

/** Executes documents, which Yoga has parsed and validated, in the caller's session. Also sets `isBatch` of the outcome. */
export const useSessionExecution = (options: SerializationOptions): Plugin<YogaContext> => ({
  onRequestParse: ({ serverContext }) => ({
    onRequestParseDone: ({ requestParserResult: documents }) => {
      (serverContext as unknown as YogaContext).outcome.isBatch =
        Array.isArray(documents) && documents.length > 1;
    },
  }),
  onExecute({ args, setExecuteFn }) {
    const { contextValue, document, operationName } = args as ExecutionArgs & { contextValue: YogaContext };
    setExecuteFn(async (): Promise<Result> => {
      try {
        const { isBatch: isInBatch } = contextValue.outcome;
        const request = { ...toDocumentRequest(args), isInBatch };
        const documentResult = await contextValue.session.executeDocument(request);
        const length = documentResult.data?.length ?? 0;
        // The result of a mutation is sent in any case: it has been committed.
        if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.MUTATION)
          options.largeResponses.hold(length, contextValue.owner);
        await options.largeResponses.waitForTurn(length, contextValue.owner);
        contextValue.outcome.result = documentResult;
        contextValue.outcome.isReplayed ||= documentResult.isReplayed;
        return toResult(documentResult);
      } catch (error) {
        return toErrorResult(error, contextValue, options);
      }
    });
  },
});

/** Returns the result of an executed document in the form for Yoga. */
export const toResult = (documentResult: DocumentResult): Result => ({
  documentResult,
  ...placeholderOf(documentResult),
  ...(documentResult.errors.length > 0 && { errors: documentResult.errors }),
});

/** The result for a document that was refused when it was executed, or whose result was refused. Sets `outcome.retryAfter`. */
export function toErrorResult(
  error: unknown,
  { requestId, outcome }: YogaContext,
  options: SerializationOptions,
): Result {
  const refusal = options.toRefusal(error, requestId);
  outcome.retryAfter = refusalHeaders(refusal)['retry-after'];
  return { errors: [toGraphqlError(refusal)] };
}

/** The `data` that Yoga gets: absent, null, or an empty object in place of the JSON text. */
const placeholderOf = ({ data }: DocumentResult) =>
  data === null ? {} : { data: data === 'null' ? null : {} };

const toGraphqlError = (error: BoardError): GraphQLError =>
  new GraphQLError(error.message, { originalError: error });

/**
 * Rejects documents with too many characters or tokens, or with a shape that is expensive to validate; parsing stops at
 * the last allowed token. The limits of characters and tokens apply to all documents of a batch together: they are
 * validated in one iteration of the event loop.
 */
export const useDocumentBounds = (): Plugin<YogaContext> => ({
  onParse({ context, setParseFn }) {
    const { outcome } = context as unknown as YogaContext;
    setParseFn((source: string | Source, options?: ParseOptions) => {
      const text = typeof source === 'string' ? source : source.body;
      outcome.characterCount += countCodePoints(text);
      return refuseWithGraphqlError(() => {
        if (outcome.characterCount > DOCUMENT_BOUNDS.characters)
          throw createBoundError('characters', SUBJECT);
        const document = parseDocument(text, {
          ...options,
          maxLexicalTokens: DOCUMENT_BOUNDS.tokens - outcome.tokenCount,
        });
        outcome.tokenCount += document.tokenCount ?? 0;
        assertDocumentShape(document);
        return document;
      });
    });
  },
});

const SUBJECT = 'The documents of a request';

function refuseWithGraphqlError<Value>(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    throw error instanceof BoardError ? toGraphqlError(error) : error;
  }
}

function parseDocument(text: string, options: ParseOptions): DocumentNode {
  const source = new Source(text);
  try {
    const document = parse(source, options);
    removeComments(document);
    return document;
  } catch (error) {
    // “Document contains more that 2000 tokens. Parsing aborted.” (the typo is in GraphQL.js)
    if (!(error instanceof GraphQLError) || !error.message.includes('more that')) throw error;
    throw createBoundError('tokens', SUBJECT);
  } finally {
    // For each error, the constructor of GraphQLError would search this text for line ends. `toFormattedError` reads
    // the location from the tokens instead.
    source.body = '';
  }
}

/**
 * Stops validation at `MAX_DOCUMENT_ERRORS` errors; the last one reports that validation was stopped. Each error takes up to
 * 0.1 ms, mostly for suggestions. The documents of a batch share this limit; each still reports its first error. A document that is
 * valid is not validated again, as the schema and the rules never change; errors, which may repeat long names, are not kept. A batch
 * may repeat an invalid document, which Yoga parses once but validates each time: so the documents that are validated share the limit
 * of tokens, too.
 */
export function useBoundedValidation(): Plugin<YogaContext> {
  const validDocuments = new WeakSet<DocumentNode>();
  return {
    onValidate({ context, setValidationFn }) {
      const { outcome } = context as unknown as YogaContext;
      setValidationFn((...[schema, document, rules]: Parameters<typeof validate>) => {
        if (validDocuments.has(document)) return [];
        outcome.validatedTokenCount += document.tokenCount ?? 0;
        if (outcome.validatedTokenCount > DOCUMENT_BOUNDS.tokens)
          return [toGraphqlError(createBoundError('tokens', SUBJECT))];
        const maxErrors = Math.max(1, MAX_DOCUMENT_ERRORS - 1 - outcome.errorCount);
        const errors = validate(schema, document, rules && explainRules(rules), { maxErrors });
        outcome.errorCount += errors.length;
        if (errors.length === 0) validDocuments.add(document);
        return errors;
      });
    },
  };
}

export interface SerializationOptions {
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  readonly largeResponses: LargeResponses;
}

/**
 * Serializes results: the data as the session serialized it, errors with problem details, and the cost. Yoga gets empty
 * text: it would encode the body, and `toReply` would have to decode it again.
 */
export const useResultSerialization = (options: SerializationOptions): Plugin<YogaContext> => ({
  onResultProcess({ result, serverContext }) {
    const { requestId, outcome } = serverContext as unknown as YogaContext;
    const texts = ([result].flat() as Result[]).map((single) => {
      single.stringify = () => '';
      return serializeResult(single, requestId, options);
    });
    outcome.body = Array.isArray(result) ? `[${texts.join(',')}]` : texts[0];
  },
});

/** Serializes a result as JSON. */
export function serializeResult(result: Result, requestId: string, options: SerializationOptions): string {
  const { errors = [], documentResult, data } = result;
  const listed = limitPaths(errors.slice(0, data ? MAX_EXECUTION_ERRORS : MAX_DOCUMENT_ERRORS));
  const json = listed.length > 0 ? serializeErrors(result, listed, { ...options, requestId }) : null;
  return joinMembers(documentResult, json, errors.length - listed.length);
}

/** Assembles the response from JSON texts: `errors` and the data are already serialized. */
function joinMembers(result: DocumentResult | undefined, errors: string | null, omitted: number): string {
  const extensions = { ...(result && { cost: result.cost }), ...(omitted > 0 && { errorsOmitted: omitted }) };
  const members: string[] = [];
  if (errors !== null) members.push(`"errors":${errors}`);
  if (result && result.data !== null) members.push(`"data":${result.data}`);
  if (result || omitted > 0) members.push(`"extensions":${JSON.stringify(extensions)}`);
  return `{${members.join(',')}}`;
}

/** Maximum number of errors in a result with data. Each may take a kilobyte, and thousands of fields may fail. */
const MAX_EXECUTION_ERRORS = 100;

/** Maximum number of errors in a result without data. It is lower, because documents that were not executed cost no points. */
const MAX_DOCUMENT_ERRORS = 16;

/** Maximum characters of the paths of all errors. One path has fewer: the aliases of a document are shorter than the document. */
const MAX_PATH_CHARACTERS = 65_536;

/** Returns the errors before the first whose path exceeds `MAX_PATH_CHARACTERS`, with the paths before it. */
function limitPaths(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  let characters = 0;
  const end = errors.findIndex(({ path }) => {
    characters += path?.join().length ?? 0;
    return characters > MAX_PATH_CHARACTERS;
  });
  return end === -1 ? errors : errors.slice(0, end);
}

/**
 * Serializes errors as JSON. Yoga takes the HTTP status from `extensions.http` of the original errors, which is set only
 * if there is no data, as GraphQL over HTTP requires.
 */
function serializeErrors(
  { data }: Result,
  errors: readonly GraphQLError[],
  options: SerializationOptions & { requestId: string },
): string {
  const { requestId } = options;
  const formatted = errors.map((error) => {
    const refusal = toRefusal(error, (cause) => options.toRefusal(cause, requestId));
    if (!data) {
      // With `application/json`, GraphQL over HTTP requires 200. `spec: false` overrides it for rate limits: the client
      // must see a 429.
      const http = error.extensions['http'] ?? { spec: refusal.code !== 'rate_limited' };
      error.extensions['http'] = { ...http, status: toStatus(error, refusal) };
    }
    return toFormattedError(error, refusal, options);
  });
  return JSON.stringify(formatted);
}
