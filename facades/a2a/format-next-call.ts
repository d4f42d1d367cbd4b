import type { NextCall, Variables } from '../../schema/contract.ts';
import { A2aAnswer, A2aCancel, A2aPost, A2aTask } from '../documents/a2a.ts';
import type { NextCallFormatter } from '../http/problem.ts';

/** The names of the methods in a version of A2A. */
interface MethodNames {
  readonly getTask: string;
  readonly cancelTask: string;
  readonly sendMessage: string;
}

/** The A2A request for each operation that the errors of this facade suggest. */
const REQUESTS: Readonly<
  Record<string, (variables: Variables) => readonly [method: keyof MethodNames, params: object]>
> = {
  [A2aTask.name]: ({ id }) => ['getTask', { id }],
  [A2aCancel.name]: ({ inquiryId: id }) => ['cancelTask', { id }],
  [A2aPost.name]: ({ threadId: contextId }) => ['sendMessage', { message: { contextId } }],
  [A2aAnswer.name]: ({ inquiryId: inquiry_id }) => [
    'sendMessage',
    { message: { metadata: { skill: 'answer', inquiry_id } } },
  ],
};

/**
 * Creates the formatter of next calls: a method of A2A with its parameters. It returns an empty list for an operation that is
 * not in `REQUESTS`.
 */
export const createNextCallFormatter =
  (names: MethodNames): NextCallFormatter =>
  ({ operation, variables = {} }: NextCall) => {
    const [method, params] = REQUESTS[operation]?.(variables) ?? [];
    return method === undefined ? [] : [{ surface: 'a2a', method: names[method], params }];
  };
