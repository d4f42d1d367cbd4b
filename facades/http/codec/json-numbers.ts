// JSON does not limit numbers. JSON.parse reads a number beyond the range of a double as Infinity, which cannot be
// serialized again.
import { BoardError, type Issue } from '../../../schema/contract.ts';

type Loc = NonNullable<Issue['loc']>;

/** How many locations the detail lists. The issues list more. */
const MAX_NAMED = 3;

const MESSAGE = `Must be a number from ${-Number.MAX_VALUE} to ${Number.MAX_VALUE}`;

/**
 * Throws `validation_failed` with the location of each number beyond the range of a double. `loc` is the location of
 * `value`, which is parsed JSON of limited depth.
 */
export function assertFiniteNumbers(value: unknown, loc: Loc): void {
  if (!hasInfinity(value)) return;
  const locations = findInfinities(value, loc);
  const names = locations
    .slice(0, MAX_NAMED)
    .map((location) => (location.length > 1 ? location.slice(1) : location).join('.'))
    .join(', ');
  throw new BoardError('validation_failed', `A number is out of range: ${names}. ${MESSAGE}`, {
    issues: locations.map((location) => ({
      path: [],
      loc: location,
      msg: MESSAGE,
      type: 'number_out_of_range',
    })),
  });
}

/** A quick check that builds no paths, for the usual case. */
function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity);
}

function findInfinities(value: unknown, loc: Loc): Loc[] {
  if (!hasInfinity(value)) return [];
  if (typeof value !== 'object' || value === null) return [loc];
  if (Array.isArray(value)) return value.flatMap((item, index) => findInfinities(item, [...loc, index]));
  return Object.entries(value).flatMap(([name, member]) => findInfinities(member, [...loc, name]));
}
