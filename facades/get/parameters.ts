import type { OperationDescription, Parameter } from '../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../documents/operation.ts';

/** The query parameters of an action. A URL has no headers, so its idempotency key is one of them: `request_id`. */
export const queryParametersOf = ({ parameters }: OperationDescription): readonly Parameter[] =>
  parameters.map((parameter) =>
    parameter.name === IDEMPOTENCY_VARIABLE ? { ...parameter, wireName: 'request_id' } : parameter,
  );
