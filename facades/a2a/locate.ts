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
export const located = (refusal: BoardError): BoardError =>
  refusal.with({ issues: refusal.issues.map((issue) => ({ ...issue, loc: issue.loc ?? locate(issue) })) });

function locate({ path: [variable, ...within] }: Issue): Issue['path'] {
  if (variable === undefined) return ['body'];
  const name = String(variable);
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
  return ['body', 'params', 'message', ...(place ?? ['metadata', name]), ...within];
}

/** Faults of parameters that are none of A2A’s. */
export const unreadable = (
  faults: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): BoardError =>
  new BoardError('validation_failed', 'The parameters are not those of the method', {
    issues: faults.map(({ path, message }) => {
      const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
      return { path: [], loc: ['body', 'params', ...steps], msg: message, type: 'type' };
    }),
  });
