import type { NextCall, Variables } from '../../schema/contract.ts';
import { A2aAnswer, A2aCancel, A2aPost, A2aTask } from '../documents/a2a-skills.ts';
import type { NextCallFormatter } from '../http/problem.ts';

/** The A2A request for each operation. */
const REQUESTS: Readonly<
  Record<string, (variables: Variables) => { readonly method: string; readonly params: object }>
> = {
  [A2aTask.name]: ({ id }) => ({ method: 'tasks/get', params: { id } }),
  [A2aCancel.name]: ({ inquiryId: id }) => ({ method: 'tasks/cancel', params: { id } }),
  [A2aPost.name]: ({ threadId: contextId }) => toSendRequest({ contextId }),
  [A2aAnswer.name]: ({ inquiryId: inquiry_id }) =>
    toSendRequest({ metadata: { skill: 'answer', inquiry_id } }),
};

const toSendRequest = (message: object) => ({ method: 'message/send', params: { message } });

/** Formats a next call as an A2A method with its parameters. Empty if A2A has no such call. */
export const formatA2aNextCall: NextCallFormatter = ({ operation, variables = {} }: NextCall) => {
  const request = REQUESTS[operation]?.(variables);
  return request ? [{ surface: 'a2a', ...request }] : [];
};
