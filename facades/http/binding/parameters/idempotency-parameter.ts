import type { OperationDescription, Parameter } from '../../../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../../../documents/operation.ts';

/** The parameters of an operation for interfaces that take the idempotency key as the parameter `request_id`. */
export const withRequestId = ({ parameters }: OperationDescription): readonly Parameter[] =>
  parameters.map((parameter) =>
    parameter.name === IDEMPOTENCY_VARIABLE ? { ...parameter, wireName: 'request_id' } : parameter,
  );
