// Placeholders in a generated request, which are replaced when it is sent, and parts that are sent unchanged.

/** A value of this name from an earlier response; `nth` counts from the most recent. */
export class Reference {
  readonly name: string;
  readonly nth: number;

  constructor(name: string, nth: number) {
    this.name = name;
    this.nth = nth;
  }
}

/** A time, in seconds from the board’s current time. */
export class Moment {
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

/** Text that is sent without quotes or percent-encoding: a number out of range, an invalid escape. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object whose members are written as listed: names can be repeated. */
export class Members {
  readonly entries: readonly (readonly [name: string, value: unknown])[];

  constructor(entries: Members['entries']) {
    this.entries = entries;
  }
}

/** Provides the values of references and moments. */
export interface Resolver {
  find(reference: Reference): unknown;
  now(): Date;
}

/** Whether a value is an object with members: neither a list nor a placeholder. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Verbatim) &&
  !(value instanceof Reference) &&
  !(value instanceof Moment);

/** Members of an object, in order. */
export const entriesOf = (value: Readonly<Record<string, unknown>> | Members): Members['entries'] =>
  value instanceof Members ? value.entries : Object.entries(value);

/** Replaces the placeholders in a value. Objects become `Members`, so that `__proto__` is an ordinary name. */
export function fill(value: unknown, resolver: Resolver): unknown {
  if (value instanceof Reference) return resolver.find(value);
  if (value instanceof Moment) return new Date(resolver.now().getTime() + value.seconds * 1000).toISOString();
  if (Array.isArray(value)) return value.map((item) => fill(item, resolver));
  if (!isObject(value)) return value;
  return new Members(entriesOf(value).map(([name, member]) => [name, fill(member, resolver)]));
}

/** Encodes a value without placeholders as JSON. */
export function toJson(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  return `{${entriesOf(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`)
    .join(',')}}`;
}

/** Encodes a value without placeholders as the text of a query parameter, path segment or header. */
export function toText(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'string' ? value : toJson(value);
}
