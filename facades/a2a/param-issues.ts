import { BoardError, type Issue } from '../../schema/contract.ts';
import { codeOf, RpcError } from './errors.ts';

/** The path below `params` of each variable of the operations. A variable that is not listed is at `message.metadata.<name>`. */
const VARIABLE_PATHS: Readonly<Record<string, readonly string[]>> = {
  body: ['message', 'parts'],
  question: ['message', 'parts'],
  threadId: ['message', 'contextId'],
  idempotencyKey: ['message', 'messageId'],
  inquiryId: ['message', 'metadata', 'inquiry_id'],
  answerSchema: ['message', 'metadata', 'answer_schema'],
  contextId: ['contextId'],
  since: ['statusTimestampAfter'],
  first: ['pageSize'],
  after: ['pageToken'],
};

/** Returns the error with each issue located in the A2A request: `body.params.message.metadata.subject`. */
export const withIssueLocations = (error: BoardError): BoardError =>
  error.with({ issues: error.issues.map((issue) => ({ ...issue, loc: issue.loc ?? locate(issue) })) });

function locate({ path: [variable, ...rest] }: Issue): Issue['path'] {
  if (variable === undefined) return ['body'];
  const name = String(variable);
  const path = Object.hasOwn(VARIABLE_PATHS, name) ? VARIABLE_PATHS[name] : undefined;
  return ['body', 'params', ...(path ?? ['message', 'metadata', name]), ...rest];
}

export interface ParamIssue {
  /** Relative to `params`. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly type?: string;
  /** The known name that was probably meant. */
  readonly didYouMean?: string | undefined;
}

/** Creates the `validation_failed` error for the `params` of a request. Its detail describes the first issue. */
export function createParamsRefusal(issues: readonly ParamIssue[]): BoardError {
  const [first] = issues;
  const detail = `${['params', ...(first?.path ?? [])].join('.')}: ${first?.message ?? 'is not valid'}`;
  return new BoardError('validation_failed', detail, {
    issues: issues.map(({ path, message: msg, type = 'type', didYouMean }) => {
      const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
      const loc = ['body', 'params', ...steps];
      return { path: [], loc, msg, type, ...(didYouMean !== undefined && { didYouMean }) };
    }),
  });
}

/** The error -32602 for a member of the message, given by its path: `metadata.skill`. */
export const createMemberError = (member: string, message: string): RpcError =>
  new RpcError(
    codeOf.invalidParams,
    createParamsRefusal([{ path: ['message', ...member.split('.')], message, type: 'value_error' }]),
  );
