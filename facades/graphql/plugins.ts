import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  parse,
  type ParseOptions,
  Source,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { BoardError, DOCUMENT_BOUNDS, type DocumentResult, type Session } from '../../schema/contract.ts';
import { refusalHeaders, type NextCallFormatter } from '../http/problem.ts';
import { toRefusal, toStatus, toFormattedError } from './errors.ts';

/** What the door hands to Yoga with each request. */
export interface YogaContext {
  readonly session: Session;
  readonly requestId: string;
  /** Left behind for the headers. */
  readonly outcome: {
    replayed: boolean;
    retryAfter: string | undefined;
    tokens: number;
    characters: number;
  };
}

/** An answer of the session on its way through Yoga, which reads `errors` alone. */
interface Result {
  /** Yoga looks at nothing but whether there is data. */
  readonly data?: object | null;
  readonly errors?: readonly GraphQLError[];
  /** Undefined where the document was refused before it reached the session. */
  readonly answer?: DocumentResult;
  stringify?: () => string;
}

/** Runs what Yoga has parsed and validated in the caller's session: the facade executes nothing itself. */
export const useSessionExecution = ({
  toRefusal: refuse,
}: Pick<ProblemOptions, 'toRefusal'>): Plugin<YogaContext> => ({
  onExecute({ args, setExecuteFn }) {
    const { document, operationName, variableValues, contextValue } = args as ExecutionArgs & {
      contextValue: YogaContext;
    };
    setExecuteFn(async (): Promise<Result> => {
      try {
        const request = { document, operationName, variables: variableValues ?? null };
        const answer = await contextValue.session.executeDocument(request);
        contextValue.outcome.replayed ||= answer.replayedFields.length > 0;
        return { answer, ...dataOf(answer), ...(answer.errors.length > 0 && { errors: answer.errors }) };
      } catch (error) {
        const refusal = refuse(error, contextValue.requestId);
        contextValue.outcome.retryAfter = refusalHeaders(refusal)['retry-after'];
        return { errors: [wrap(refusal)] };
      }
    });
  },
});

const dataOf = ({ data }: DocumentResult) => (data === null ? {} : { data: data === 'null' ? null : {} });

const wrap = (error: BoardError): GraphQLError => new GraphQLError(error.message, { originalError: error });

/**
 * Refuses documents that are too long: by their characters before they are parsed, by their tokens while they are. All
 * documents of a batch share the bounds: they are validated in one turn of the event loop, and the time that takes grows
 * with the square of their tokens.
 */
export const useDocumentBounds = (): Plugin<YogaContext> => ({
  onParse({ context, setParseFn }) {
    const { outcome } = context as unknown as YogaContext;
    setParseFn((source: string | Source, options?: ParseOptions) => {
      const text = typeof source === 'string' ? source : source.body;
      outcome.characters += text.length;
      if (outcome.characters > DOCUMENT_BOUNDS.characters) throw wrap(tooLong('characters'));
      const document = parseTokens(text, {
        ...options,
        maxLexicalTokens: DOCUMENT_BOUNDS.tokens - outcome.tokens,
      });
      outcome.tokens += document.tokenCount ?? 0;
      return document;
    });
  },
});

function parseTokens(text: string, options: ParseOptions): DocumentNode {
  const source = new Source(text);
  try {
    return parse(source, options);
  } catch (error) {
    if (!(error instanceof GraphQLError) || !error.message.includes('more that')) throw error;
    throw wrap(tooLong('tokens'));
  } finally {
    // The constructor of GraphQLError searches this text for line ends, up to the place of the error, for each error of
    // a document. The tokens know their lines, and `toWireError` reads them there.
    source.body = '';
  }
}

function tooLong(bound: 'characters' | 'tokens'): BoardError {
  const { [bound]: max } = DOCUMENT_BOUNDS;
  const detail = `The documents of a request have more than ${max} ${bound}. Send long text in \`variables\`.`;
  return new BoardError('query_too_complex', detail, { members: { bound, max } });
}

interface ProblemOptions {
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** Writes answers: errors as problems, data as the session wrote it, and what the document was charged. */
export const useResultSerialization = (options: ProblemOptions): Plugin<YogaContext> => ({
  onResultProcess({ result, serverContext }) {
    const { requestId } = serverContext as unknown as YogaContext;
    for (const one of [result].flat() as Result[]) {
      const { errors = [], answer, data } = one;
      const shown = errors.slice(0, data ? MAX_EXECUTION_ERRORS : MAX_DOCUMENT_ERRORS);
      const omitted = errors.length - shown.length;
      const wire = shown.length > 0 ? writeErrors(one, shown, { ...options, requestId }) : null;
      const text = writeAnswer(answer, wire, omitted);
      one.stringify = () => text;
    }
  },
});

function writeAnswer(answer: DocumentResult | undefined, errors: string | null, omitted: number): string {
  const extensions = { ...(answer && extensionsOf(answer)), ...(omitted > 0 && { errorsOmitted: omitted }) };
  const members: string[] = [];
  if (errors !== null) members.push(`"errors":${errors}`);
  if (answer && answer.data !== null) members.push(`"data":${answer.data}`);
  if (answer || omitted > 0) members.push(`"extensions":${JSON.stringify(extensions)}`);
  return `{${members.join(',')}}`;
}

const extensionsOf = ({ cost, replayedFields: replayed }: DocumentResult) => ({
  cost,
  ...(replayed.length > 0 && { replayed }),
});

/** Errors of fields that are written: each may be a kilobyte, and a document may fail in thousands of places. */
const MAX_EXECUTION_ERRORS = 100;

/** Errors of a document that did not run are free of points. */
const MAX_DOCUMENT_ERRORS = 16;

/**
 * JSON text of the errors. Yoga takes the HTTP status from `extensions.http`, and keeps that member to itself: it gets a
 * status only where there is no data, as GraphQL over HTTP asks.
 */
function writeErrors(
  { data }: Result,
  errors: readonly GraphQLError[],
  options: ProblemOptions & { requestId: string },
): string {
  const { requestId } = options;
  const wire = errors.map((error) => {
    const refusal = toRefusal(error, (cause) => options.toRefusal(cause, requestId));
    if (!data) {
      // GraphQL over HTTP answers 200 with `application/json`; a client must see that it has to wait whatever it reads.
      const given = error.extensions['http'] ?? { spec: refusal.code !== 'rate_limited' };
      error.extensions['http'] = { ...given, status: toStatus(error, refusal) };
    }
    return toFormattedError(error, refusal, options);
  });
  return JSON.stringify(wire);
}
