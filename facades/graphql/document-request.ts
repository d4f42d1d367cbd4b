import { Kind } from 'graphql';
import type { DocumentRequest } from '../../schema/contract.ts';
import { assertVariables, type DocumentArguments } from './variable-faults.ts';

/**
 * Returns the request to execute. Of the variables, keeps those that an operation of the document defines: GraphQL ignores all
 * others, but thousands of them would take time at each step, and memory while the document waits.
 */
export function toDocumentRequest(args: DocumentArguments): DocumentRequest {
  const { document, operationName, variableValues } = args;
  const names = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  const values = variableValues ?? {};
  const given = names.filter((name) => Object.hasOwn(values, name));
  return {
    document,
    operationName,
    variables: Object.fromEntries(given.map((name) => [name, values[name]])),
    assertVariables: () => assertVariables(args),
  };
}
