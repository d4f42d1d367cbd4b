// JSON does not limit numbers. JSON.parse reads a number beyond the range of a double as Infinity, which cannot be
// serialized again.
import { BoardError, type Issue } from '../../../schema/contract.ts';

type Loc = NonNullable<Issue['loc']>;

/** Maximum locations in the detail. */
const MAX_NAMED = 3;

/** Maximum locations in the issues: an error has at most 16 issues. */
const MAX_LOCATIONS = 16;

const MESSAGE = `Must be a number from ${-Number.MAX_VALUE} to ${Number.MAX_VALUE}`;

/**
 * Throws `validation_failed` with the locations of numbers beyond the range of a double. `loc` is the location of
 * `value`, which is parsed JSON of limited depth.
 */
export function assertFiniteNumbers(value: unknown, loc: Loc): void {
  const locations = findInfinities(value, loc);
  if (locations.length === 0) return;
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

/**
 * Returns the locations of the first `MAX_LOCATIONS` infinite numbers. Walks the value once, and copies only the paths that
 * it returns.
 */
function findInfinities(value: unknown, loc: Loc): Loc[] {
  const found: Loc[] = [];
  const path = [...loc];
  const visit = (step: string | number, member: unknown): void => {
    path.push(step);
    walk(member);
    path.pop();
  };
  const walk = (current: unknown): void => {
    if (found.length === MAX_LOCATIONS) return;
    if (typeof current === 'number') {
      if (!Number.isFinite(current)) found.push([...path]);
    } else if (Array.isArray(current)) {
      for (const [index, item] of current.entries()) visit(index, item);
    } else if (typeof current === 'object' && current !== null) {
      for (const name of Object.keys(current)) visit(name, (current as Record<string, unknown>)[name]);
    }
  };
  walk(value);
  return found;
}
