import type { OperationDescription, Operation } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { compileOperation } from '../../../schema/documents/compile.ts';

/** What the schema knows about an operation, as the interfaces' documents are made from it. */
export const describeOperation = (operation: Operation): OperationDescription =>
  compileOperation(schema, operation).description;
