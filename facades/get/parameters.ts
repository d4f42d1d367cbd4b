import type { OperationDescription, Parameter } from '../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../documents/operation.ts';

/** The query parameters of an action. The idempotency key is the parameter `request_id`, as a URL has no headers. */
export const queryParametersOf = ({ parameters }: OperationDescription): readonly Parameter[] =>
  parameters.map((parameter) =>
    parameter.name === IDEMPOTENCY_VARIABLE ? { ...parameter, wireName: 'request_id' } : parameter,
  );
