import type { OperationDescription, Operation } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { compileOperation } from '../../../schema/documents/compile.ts';

/** The description of an operation from which the interfaces generate their documents. */
export const describeOperation = (operation: Operation): OperationDescription =>
  compileOperation(schema, operation).description;
