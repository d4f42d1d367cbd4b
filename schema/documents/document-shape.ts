import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { DOCUMENT_BOUNDS } from './document-contract.ts';

/** A place in the response, with the number of fields that are merged into it. */
interface ResponsePlace {
  count: number;
  readonly fields: Map<string, ResponsePlace>;
}

const SHAPE_BOUNDS = ['operations', 'fragments', 'spreads', 'repetitions'] as const;

type ShapeBound = (typeof SHAPE_BOUNDS)[number];

/**
 * Returns the bound that a document exceeds, if it has too many operations, fragments, spreads, or fields with the same place in
 * the response; otherwise null. Validation takes time quadratic in each of these numbers.
 */
export function findExceededBound(document: DocumentNode): ShapeBound | null {
  const counts = countShape(document);
  return SHAPE_BOUNDS.find((bound) => counts[bound] > DOCUMENT_BOUNDS[bound]) ?? null;
}

/** Counts the parts of a document. `repetitions` is the number of fields at the place in the response with the most fields. */
function countShape({ definitions }: DocumentNode): Record<ShapeBound, number> {
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  const counts = { operations, fragments: definitions.length - operations, spreads: 0, repetitions: 0 };

  function addField({ fields }: ResponsePlace, { alias, name }: FieldNode): ResponsePlace {
    const key = (alias ?? name).value;
    const place = fields.get(key) ?? { count: 0, fields: new Map() };
    fields.set(key, place);
    place.count += 1;
    counts.repetitions = Math.max(counts.repetitions, place.count);
    return place;
  }

  function visit({ selections }: SelectionSetNode, place: ResponsePlace): void {
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) counts.spreads += 1;
      else if (node.selectionSet)
        visit(node.selectionSet, node.kind === Kind.FIELD ? addField(place, node) : place);
      else if (node.kind === Kind.FIELD) addField(place, node);
    }
  }

  for (const definition of definitions)
    if ('selectionSet' in definition) visit(definition.selectionSet, { count: 0, fields: new Map() });
  return counts;
}
