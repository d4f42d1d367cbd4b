import type { NextCall, Variables } from '../../schema/contract.ts';
import { A2aAnswer, A2aCancel, A2aPost, A2aTask } from '../documents/a2a-skills.ts';
import type { NextCallFormatter } from '../http/problem.ts';

interface Call {
  readonly method: string;
  readonly params: object;
}

const CALLS: Readonly<Record<string, (variables: Variables) => Call>> = {
  [A2aTask.name]: ({ id }) => ({ method: 'tasks/get', params: { id } }),
  [A2aCancel.name]: ({ inquiryId: id }) => ({ method: 'tasks/cancel', params: { id } }),
  [A2aPost.name]: ({ threadId: contextId }) => send({ contextId }),
  [A2aAnswer.name]: ({ inquiryId: inquiry_id }) => send({ metadata: { skill: 'answer', inquiry_id } }),
};

const send = (message: object): Call => ({ method: 'message/send', params: { message } });

/** Spells a next call as a method of A2A with its parameters. */
export const formatA2aNextCall: NextCallFormatter = ({ operation, variables = {} }: NextCall) => {
  const call = CALLS[operation]?.(variables);
  return call ? [{ surface: 'a2a', ...call }] : [];
};
