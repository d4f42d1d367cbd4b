import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { BoardError, DOCUMENT_ADVICE, DOCUMENT_BOUNDS } from '../../schema/contract.ts';

/** A place in the response, with the number of fields that are merged into it. */
interface ResponsePlace {
  count: number;
  readonly fields: Map<string, ResponsePlace>;
}

/**
 * Throws `query_too_complex` if a document has too many operations, fragments, spreads, or fields with the same place
 * in the response. Validation takes time quadratic in each of these numbers.
 */
export function assertDocumentShape({ definitions }: DocumentNode): void {
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  assertWithin('operations', operations);
  assertWithin('fragments', definitions.length - operations);
  let spreads = 0;

  function visit({ selections }: SelectionSetNode, place: ResponsePlace): void {
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) assertWithin('spreads', ++spreads);
      else if (node.selectionSet)
        visit(node.selectionSet, node.kind === Kind.FIELD ? addField(place, node) : place);
      else if (node.kind === Kind.FIELD) addField(place, node);
    }
  }

  for (const definition of definitions)
    if ('selectionSet' in definition) visit(definition.selectionSet, { count: 0, fields: new Map() });
}

function addField({ fields }: ResponsePlace, { alias, name }: FieldNode): ResponsePlace {
  const key = (alias ?? name).value;
  const place = fields.get(key) ?? { count: 0, fields: new Map() };
  fields.set(key, place);
  assertWithin('repetitions', ++place.count);
  return place;
}

function assertWithin(bound: keyof typeof DOCUMENT_BOUNDS, value: number): void {
  if (value > DOCUMENT_BOUNDS[bound]) throw createBoundError(bound, 'A document');
}

/** Returns the error for a bound that is checked before validation. `subject` names the part of the request that exceeds it. */
export function createBoundError(bound: keyof typeof DOCUMENT_BOUNDS, subject: string): BoardError {
  const max = DOCUMENT_BOUNDS[bound];
  const detail = `${subject} must not exceed ${max} ${bound}. ${DOCUMENT_ADVICE[bound]}`;
  return new BoardError('query_too_complex', detail, { members: { bound, max } });
}
