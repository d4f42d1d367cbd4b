// JSON bounds no number, and JSON.parse reads one beyond the range of a double as Infinity, which no JSON can write.
import { BoardError, type Issue } from '../../../schema/contract.ts';

type Loc = NonNullable<Issue['loc']>;

/** Places that the detail names. The issues name more. */
const MAX_NAMED = 3;

const MESSAGE = `Must be a number from ${-Number.MAX_VALUE} to ${Number.MAX_VALUE}`;

/**
 * Throws `validation_failed` with the places of numbers beyond the range of a double. `loc` is the place of the value
 * itself. The value is parsed JSON, so its depth is bounded.
 */
export function assertFiniteNumbers(value: unknown, loc: Loc): void {
  if (!hasInfinity(value)) return;
  const places = infinitiesIn(value, loc);
  const named = places.slice(0, MAX_NAMED);
  const names = named.map((place) => (place.length > 1 ? place.slice(1) : place).join('.')).join(', ');
  throw new BoardError('validation_failed', `A number is out of range: ${names}. ${MESSAGE}`, {
    issues: places.map((place) => ({ path: [], loc: place, msg: MESSAGE, type: 'number_out_of_range' })),
  });
}

/** Makes no paths: nearly all JSON is in range. */
function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity);
}

function infinitiesIn(value: unknown, loc: Loc): Loc[] {
  if (!hasInfinity(value)) return [];
  if (typeof value !== 'object' || value === null) return [loc];
  if (Array.isArray(value)) return value.flatMap((item, index) => infinitiesIn(item, [...loc, index]));
  return Object.entries(value).flatMap(([name, member]) => infinitiesIn(member, [...loc, name]));
}
