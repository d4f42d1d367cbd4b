import type { Issue, Parameter } from '../../../../schema/contract.ts';
import { findDescribedObjects } from './described-objects.ts';
import { readParameterText } from './parameter-text.ts';
import { MAX_SUGGESTIONS, MAX_UNKNOWN_NAMES, suggestName, type UnknownName } from './unknown-names.ts';

/** The parameters of a route, by their location in the request. */
export interface ParameterLocations {
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: readonly Parameter[];
}

export interface ParsedInput {
  /** Values that cannot be converted are unchanged: the schema reports them with all other issues. */
  readonly variables: Record<string, unknown>;
  /** Input that the route does not have. */
  readonly unknownNames: UnknownName[];
}

/**
 * Reads the variables of an operation from a request. Converts text to the type of its parameter. Throws as
 * `readParameterText` does.
 */
export function readVariables(
  locations: ParameterLocations,
  {
    path,
    query,
    body,
  }: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: URLSearchParams;
    readonly body: Readonly<Record<string, unknown>>;
  },
): ParsedInput {
  const input: ParsedInput = { variables: {}, unknownNames: [] };
  const { variables, unknownNames } = input;
  readQuery(locations.query, query, input);
  Object.assign(variables, readMembers(locations.body, body, { loc: ['body'], unknownNames }));
  for (const parameter of locations.path) {
    const text = path[parameter.wireName];
    if (text !== undefined) variables[parameter.name] = readParameterText(parameter, [text]);
  }
  return input;
}

function readQuery(parameters: readonly Parameter[], query: URLSearchParams, input: ParsedInput): void {
  if (query.size === 0) return;
  const known = byWireName(parameters);
  const given = new Set(query.keys());
  // In the order of the operation's parameters, so that requests that give them in another order share results.
  for (const parameter of parameters.filter(({ wireName }) => given.has(wireName))) {
    const { name, wireName } = parameter;
    const value = readParameterText(parameter, query.getAll(wireName));
    const context = { loc: ['query', wireName], unknownNames: input.unknownNames };
    input.variables[name] = readMember(parameter, value, context);
  }
  for (const wireName of given)
    if (!known.has(wireName) && !isTracking(wireName))
      addUnknown(input.unknownNames, ['query', wireName], known);
}

/** Whether a link (`utm_source`) or a script that bypasses caches (`_`) may have added the parameter. */
const isTracking = (name: string): boolean => name === '_' || name.startsWith('utm_');

type KnownNames = ReadonlyMap<string, Partial<Pick<Parameter, 'wireName' | 'fields'>>>;

function addUnknown(unknownNames: UnknownName[], loc: UnknownName['loc'], known: KnownNames): void {
  if (unknownNames.length >= MAX_UNKNOWN_NAMES) return;
  const name = String(loc.at(-1));
  const didYouMean =
    unknownNames.length < MAX_SUGGESTIONS
      ? (findBelow(name, known) ?? suggestName(name, [...known.keys()]))
      : undefined;
  unknownNames.push({ loc, ...(didYouMean !== undefined && { didYouMean }) });
}

/** The path of a member of this name one level below: `provenance.purpose`. */
function findBelow(name: string, known: KnownNames): string | undefined {
  const parent = known.values().find(({ fields }) => fields?.some(({ wireName }) => wireName === name));
  return parent && `${parent.wireName}.${name}`;
}

interface MemberContext {
  /** Location of the value in the request. */
  readonly loc: UnknownName['loc'];
  /** Receives the unknown members. */
  readonly unknownNames: UnknownName[];
}

/**
 * Renames the members of a JSON object from wire names to the names of the schema, recursively. Unknown members are
 * left out. Null stays null.
 */
export function readMembers(
  parameters: readonly Parameter[],
  object: Readonly<Record<string, unknown>>,
  { loc: parent, unknownNames }: MemberContext,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const known = byWireName(parameters);
  for (const wireName of Object.keys(object)) {
    const parameter = known.get(wireName);
    const loc = [...parent, wireName];
    // Only names of the schema become keys, so a caller cannot set `__proto__`.
    if (parameter) members[parameter.name] = readMember(parameter, object[wireName], { loc, unknownNames });
    else addUnknown(unknownNames, loc, known);
  }
  return members;
}

function readMember(
  { fields, item, schema }: Parameter,
  value: unknown,
  { loc, unknownNames }: MemberContext,
): unknown {
  if (fields && isObject(value)) return readMembers(fields, value, { loc, unknownNames });
  if (isNested(item) && Array.isArray(value))
    return value.map((element: unknown, i) => readMember(item, element, { loc: [...loc, i], unknownNames }));
  for (const { path, object, names } of findDescribedObjects(schema, value)) {
    const known = new Map(names.map((name) => [name, {}]));
    // Models send null for members that they do not use.
    const given = Object.keys(object).filter((name) => object[name] !== null && !known.has(name));
    for (const name of given) addUnknown(unknownNames, [...loc, ...path, name], known);
  }
  return value;
}

const isNested = (item: Parameter | undefined): item is Parameter => !!(item?.fields ?? item?.item);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Loc = readonly (string | number)[];

/**
 * Creates a function that finds the location in the request of an issue with a variable: the path `['provenance',
 * 'discoveredVia']` becomes `['body', 'provenance', 'discovered_via']`. The path of an issue with the whole input is
 * empty; it becomes `['body']` or `['query']`. For an issue that has a `loc`, or is about no variable of the route, the
 * function returns `loc` or `path` unchanged.
 */
export function createIssueLocator(locations: ParameterLocations): (issue: Issue) => Loc {
  const known = new Map(
    (['path', 'query', 'body'] as const).flatMap((location) =>
      locations[location].map((parameter) => [parameter.name, { location, parameter }] as const),
    ),
  );
  return ({ loc, path }) => {
    if (loc) return loc;
    if (path.length === 0) return [locations.body.length > 0 ? 'body' : 'query'];
    const entry = known.get(String(path[0]));
    if (!entry) return path;
    return [entry.location, entry.parameter.wireName, ...toWirePath(entry.parameter, path.slice(1))];
  };
}

/** Converts a path within the value of a parameter to wire names. Steps below a JSON value are kept. */
function toWirePath(parameter: Parameter, [step, ...deeper]: Loc): Loc {
  if (step === undefined) return [];
  const nested =
    typeof step === 'number' ? parameter.item : parameter.fields?.find(({ name }) => name === step);
  if (!nested) return [step, ...deeper];
  return [typeof step === 'number' ? step : nested.wireName, ...toWirePath(nested, deeper)];
}

const parameterMaps = new WeakMap<readonly Parameter[], ReadonlyMap<string, Parameter>>();

/** Returns the parameters by wire name. Cached for each list. */
function byWireName(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const cached = parameterMaps.get(parameters);
  if (cached) return cached;
  const map = new Map(parameters.map((parameter) => [parameter.wireName, parameter]));
  parameterMaps.set(parameters, map);
  return map;
}
