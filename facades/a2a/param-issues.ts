import { BoardError, type Issue } from '../../schema/contract.ts';

/** Where a message has what an operation’s variable was read from; all others are metadata. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  body: ['parts'],
  question: ['parts'],
  threadId: ['contextId'],
  clientMutationId: ['messageId'],
  inquiryId: ['metadata', 'inquiry_id'],
  answerSchema: ['metadata', 'answer_schema'],
};

/** The same refusal, with its faults where the request has them: `params.message.metadata.subject`. */
export const withIssueLocations = (refusal: BoardError): BoardError =>
  refusal.with({ issues: refusal.issues.map((issue) => ({ ...issue, loc: issue.loc ?? locate(issue) })) });

function locate({ path: [variable, ...within] }: Issue): Issue['path'] {
  if (variable === undefined) return ['body'];
  const name = String(variable);
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
  return ['body', 'params', 'message', ...(place ?? ['metadata', name]), ...within];
}

export interface ParamIssue {
  /** From the parameters on. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly type?: string;
}

/** Faults of parameters that are none of A2A’s, or that the board has no use for; named after the first. */
export function invalidParams(faults: readonly ParamIssue[]): BoardError {
  const [first] = faults;
  const message = `${['params', ...(first?.path ?? [])].join('.')}: ${first?.message ?? 'no good'}`;
  return new BoardError('validation_failed', message, {
    issues: faults.map(({ path, message: msg, type = 'type' }) => {
      const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
      return { path: [], loc: ['body', 'params', ...steps], msg, type };
    }),
  });
}
