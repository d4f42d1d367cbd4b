import type { Issue, Parameter } from '../../../schema/contract.ts';
import { readParameterText } from './parameter-text.ts';

/** What came in from the wire, by place. */
export interface WireInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Which parameters are looked for where. Made once for a route. */
export interface ParameterLocations {
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: readonly Parameter[];
}

export interface ParsedInput {
  /** What cannot be read stays as it came: the schema refuses it, along with everything else it finds. */
  readonly variables: Record<string, unknown>;
  /** Dotted names of what nobody asked for. */
  readonly ignored: string[];
}

/** Reads variables from the wire: text by its parameter's form, JSON as it is, names from snake_case. Never throws. */
export function readVariables(places: ParameterLocations, { path, query, body }: WireInput): ParsedInput {
  const reading: ParsedInput = { variables: {}, ignored: [] };
  const { variables, ignored } = reading;
  readQuery(places.query, query, reading);
  Object.assign(variables, readMembers(places.body, body, { prefix: '', ignored }));
  for (const parameter of places.path) {
    const text = path[parameter.wireName];
    if (text !== undefined) variables[parameter.name] = readParameterText(parameter, [text]);
  }
  return reading;
}

function readQuery(parameters: readonly Parameter[], query: URLSearchParams, reading: ParsedInput): void {
  if (query.size === 0) return;
  const known = byWire(parameters);
  for (const wire of new Set(query.keys())) {
    const parameter = known.get(wire);
    if (!parameter) reading.ignored.push(wire);
    else reading.variables[parameter.name] = readParameterText(parameter, query.getAll(wire));
  }
}

interface Depth {
  /** Where the object lies, as ignored names begin: `provenance.`. */
  readonly prefix: string;
  /** Collects the names of what is not known. */
  readonly ignored: string[];
}

/** Members of a JSON object under the names of the schema, at every depth that the schema knows. Null stays null. */
export function readMembers(
  parameters: readonly Parameter[],
  object: Readonly<Record<string, unknown>>,
  { prefix, ignored }: Depth,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const known = byWire(parameters);
  for (const wire of Object.keys(object)) {
    const parameter = known.get(wire);
    const place = `${prefix}${wire}`;
    // Only names of the schema are written, so that no name of the caller's reaches a prototype.
    if (parameter) members[parameter.name] = readMember(parameter, object[wire], { prefix: place, ignored });
    else ignored.push(place);
  }
  return members;
}

function readMember({ fields, item }: Parameter, value: unknown, { prefix, ignored }: Depth): unknown {
  if (fields && isObject(value)) return readMembers(fields, value, { prefix: `${prefix}.`, ignored });
  if (!isNested(item) || !Array.isArray(value)) return value;
  return value.map((one: unknown, i) => readMember(item, one, { prefix: `${prefix}.${i}`, ignored }));
}

const isNested = (item: Parameter | undefined): item is Parameter => !!(item?.fields ?? item?.item);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Loc = readonly (string | number)[];

/**
 * Leads back from the schema's names to the wire's: the issue at `['provenance', 'discoveredVia']` lies at
 * `['body', 'provenance', 'discovered_via']`. An issue of no known variable lies where it says.
 */
export function createIssueLocator(places: ParameterLocations): (issue: Issue) => Loc {
  const known = new Map(
    (['path', 'query', 'body'] as const).flatMap((place) =>
      places[place].map((parameter) => [parameter.name, { place, parameter }] as const),
    ),
  );
  return ({ loc, path }) => {
    const entry = known.get(String(path[0]));
    if (loc || !entry) return loc ?? path;
    return [entry.place, entry.parameter.wireName, ...toWirePath(entry.parameter, path.slice(1))];
  };
}

/** Steps into a value of the parameter, in wire names as far as the schema has names. */
function toWirePath(parameter: Parameter, [step, ...deeper]: Loc): Loc {
  if (step === undefined) return [];
  const inside =
    typeof step === 'number' ? parameter.item : parameter.fields?.find(({ name }) => name === step);
  if (!inside) return [step, ...deeper];
  return [typeof step === 'number' ? step : inside.wireName, ...toWirePath(inside, deeper)];
}

type ByWire = ReadonlyMap<string, Parameter>;

const maps = new WeakMap<readonly Parameter[], ByWire>();

function byWire(parameters: readonly Parameter[]): ByWire {
  const made = maps.get(parameters);
  if (made) return made;
  const map = new Map(parameters.map((parameter) => [parameter.wireName, parameter]));
  maps.set(parameters, map);
  return map;
}
