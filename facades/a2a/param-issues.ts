import { BoardError, type Issue } from '../../schema/contract.ts';

/** Path below `params.message` of each operation variable. The path of any other variable is `metadata.<name>`. */
const VARIABLE_PATHS: Readonly<Record<string, readonly string[]>> = {
  body: ['parts'],
  question: ['parts'],
  threadId: ['contextId'],
  clientMutationId: ['messageId'],
  inquiryId: ['metadata', 'inquiry_id'],
  answerSchema: ['metadata', 'answer_schema'],
};

/** Returns the error with each issue located in the A2A request: `body.params.message.metadata.subject`. */
export const withIssueLocations = (error: BoardError): BoardError =>
  error.with({ issues: error.issues.map((issue) => ({ ...issue, loc: issue.loc ?? locate(issue) })) });

function locate({ path: [variable, ...rest] }: Issue): Issue['path'] {
  if (variable === undefined) return ['body'];
  const name = String(variable);
  const path = Object.hasOwn(VARIABLE_PATHS, name) ? VARIABLE_PATHS[name] : undefined;
  return ['body', 'params', 'message', ...(path ?? ['metadata', name]), ...rest];
}

export interface ParamIssue {
  /** Relative to `params`. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly type?: string;
}

/** A `validation_failed` error for the `params` of a request. Its detail is the first issue. */
export function invalidParams(issues: readonly ParamIssue[]): BoardError {
  const [first] = issues;
  const detail = `${['params', ...(first?.path ?? [])].join('.')}: ${first?.message ?? 'is not valid'}`;
  return new BoardError('validation_failed', detail, {
    issues: issues.map(({ path, message: msg, type = 'type' }) => {
      const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
      return { path: [], loc: ['body', 'params', ...steps], msg, type };
    }),
  });
}
