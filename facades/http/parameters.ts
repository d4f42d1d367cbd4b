import type { Issue, Parameter } from '../../schema/contract.ts';

/** What came in from the wire, by place. */
export interface WireInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Which parameters are looked for where. */
export interface ParameterPlaces {
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: readonly Parameter[];
}

export interface WireReading {
  /** What cannot be read stays as it came: the schema refuses it, along with everything else it finds. */
  readonly variables: Record<string, unknown>;
  /** Dotted names of what nobody asked for. */
  readonly ignored: string[];
}

/** Reads variables from the wire: text by its parameter's form, JSON as it is, names from snake_case. */
export function readVariables(places: ParameterPlaces, input: WireInput): WireReading {
  const reading: WireReading = { variables: {}, ignored: [] };
  for (const parameter of places.path) {
    reading.variables[parameter.name] = input.path[parameter.wire];
  }
  readQuery(places.query, input.query, reading);
  Object.assign(reading.variables, readMembers(places.body, input.body, { prefix: '', ignored: reading.ignored }));
  return reading;
}

function readQuery(parameters: readonly Parameter[], query: URLSearchParams, reading: WireReading): void {
  const known = new Map(parameters.map((parameter) => [parameter.wire, parameter]));
  for (const name of new Set(query.keys())) if (!known.has(name)) reading.ignored.push(name);
  for (const parameter of parameters) {
    const values = query.getAll(parameter.wire);
    if (values.length > 0) reading.variables[parameter.name] = readQueryValue(parameter, values);
  }
}

function readQueryValue(parameter: Parameter, values: readonly string[]): unknown {
  if (parameter.form === 'list') return values.flatMap((value) => value.split(',')).filter((item) => item !== '');
  const [text, second] = values;
  // One name, two values: no single value is what was meant.
  return text === undefined || second !== undefined ? values : readText(parameter, text);
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Text as a value of the parameter's form, or as it is where it is none. */
export function readText({ form }: Parameter, text: string): unknown {
  if (form === 'boolean' && Object.hasOwn(BOOLEANS, text)) return BOOLEANS[text];
  if (form === 'integer' && /^[+-]?\d{1,15}$/.test(text)) return Number(text);
  if (form === 'number' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  return text;
}

interface Depth {
  readonly prefix: string;
  readonly ignored: string[];
}

/** Members of a JSON object under the names of the schema, at every depth that the schema knows. */
export function readMembers(
  parameters: readonly Parameter[],
  object: Readonly<Record<string, unknown>>,
  { prefix, ignored }: Depth,
): Record<string, unknown> {
  const known = new Map(parameters.map((parameter) => [parameter.wire, parameter]));
  const members: [string, unknown][] = [];
  for (const [wire, value] of Object.entries(object)) {
    const parameter = known.get(wire);
    if (parameter) members.push([parameter.name, readMember(parameter, value, { prefix: `${prefix}${wire}.`, ignored })]);
    else ignored.push(`${prefix}${wire}`);
  }
  return Object.fromEntries(members);
}

function readMember({ fields, item }: Parameter, value: unknown, depth: Depth): unknown {
  if (fields && isObject(value)) return readMembers(fields, value, depth);
  if (item?.fields && Array.isArray(value)) return value.map((one: unknown) => readMember(item, one, depth));
  return value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where on the wire the schema's issue is: from the variable's path back to its place and wire names. */
export function createLocator(places: ParameterPlaces) {
  const known = (['path', 'query', 'body'] as const).flatMap((place) =>
    places[place].map((parameter) => ({ place, parameter })),
  );
  return ({ loc, path }: Issue): readonly (string | number)[] => {
    const entry = known.find(({ parameter }) => parameter.name === path[0]);
    if (loc || !entry) return loc ?? path;
    return [entry.place, ...toWirePath(entry.parameter, path.slice(1))];
  };
}

function toWirePath(parameter: Parameter, rest: Issue['path']): (string | number)[] {
  const [step, ...deeper] = rest;
  if (step === undefined) return [parameter.wire];
  const field = parameter.fields?.find(({ name }) => name === step);
  if (field) return [parameter.wire, ...toWirePath(field, deeper)];
  const item = parameter.item;
  return item?.fields && typeof step === 'number'
    ? [parameter.wire, step, ...toWirePath(item, deeper).slice(1)]
    : [parameter.wire, ...rest];
}
