import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { BoardError } from '../../schema/contract.ts';

/** Maximum fields with the same place in the response. Validation compares each with each, and their fields too. */
const MAX_REPETITIONS = 10;

/** A place in the response, with the number of fields that are merged into it. */
interface ResponsePlace {
  count: number;
  readonly fields: Map<string, ResponsePlace>;
}

/** Returns the error `query_too_complex` if an operation or fragment names a field too often in one place. */
export function findTooManyRepetitions({ definitions }: DocumentNode): BoardError | undefined {
  const isRepeated = ({ selections }: SelectionSetNode, place: ResponsePlace): boolean =>
    selections.some((node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return false;
      const inner = node.kind === Kind.FIELD ? addField(place, node) : place;
      if (inner.count > MAX_REPETITIONS) return true;
      return node.selectionSet !== undefined && isRepeated(node.selectionSet, inner);
    });
  const isTooComplex = definitions.some(
    (definition) =>
      'selectionSet' in definition && isRepeated(definition.selectionSet, { count: 0, fields: new Map() }),
  );
  if (!isTooComplex) return undefined;
  const detail = `A document must not name a field more than ${MAX_REPETITIONS} times in one place: use an alias, or name it once.`;
  return new BoardError('query_too_complex', detail, {
    members: { bound: 'repetitions', max: MAX_REPETITIONS },
  });
}

function addField({ fields }: ResponsePlace, { alias, name }: FieldNode): ResponsePlace {
  const key = (alias ?? name).value;
  const place = fields.get(key) ?? { count: 0, fields: new Map() };
  fields.set(key, place);
  place.count += 1;
  return place;
}
