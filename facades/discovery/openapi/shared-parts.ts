// Moves parts of operations to the components of the document: the schemas of objects in responses, and the parameters, request
// bodies and responses that occur more than once.
import type { JsonSchema } from '../../../schema/contract.ts';
import { RecordSchemas } from './record-schemas.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema | undefined }>>;
}

interface Reference {
  readonly $ref: string;
}

/** An operation: the parts of it that can be shared. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters: readonly ({ readonly name: string } | Reference)[];
  readonly requestBody?: Content | Reference;
  readonly responses: Readonly<Record<string, Content | Reference>>;
}

/** Operations by path and method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;

const KINDS = ['parameters', 'requestBodies', 'responses'] as const;
type Kind = (typeof KINDS)[number];

/** Replaces a part of an operation. Of several parts with the same `name`, one keeps it; the rest get their `unique` names. */
type Visit = <Value extends object>(
  kind: Kind,
  value: Value,
  names: { readonly name: string; readonly unique: string },
) => Value | Reference;

/** Returns the paths with references to components, and these components. */
export function shareParts(paths: Paths) {
  const records = new RecordSchemas();
  // All schemas are added before any is replaced.
  mapOperations(paths, (operation) => mapResponseSchemas(operation, (schema) => records.add(schema)));
  const withRecords = mapOperations(paths, (operation) =>
    mapResponseSchemas(operation, (schema) => records.refer(schema)),
  );
  const shared = Object.fromEntries(KINDS.map((kind) => [kind, new SharedParts(kind)])) as Readonly<
    Record<Kind, SharedParts>
  >;
  mapOperations(withRecords, (operation) =>
    mapParts(operation, (kind, value, names) => shared[kind].count(value, names)),
  );
  return {
    paths: mapOperations(withRecords, (operation) =>
      mapParts(operation, (kind, value) => shared[kind].refer(value)),
    ),
    components: {
      schemas: records.components(),
      parameters: shared.parameters.components(),
      requestBodies: shared.requestBodies.components(),
      responses: shared.responses.components(),
    },
  };
}

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

const mapOperations = (paths: Paths, map: (operation: OpenApiOperation) => OpenApiOperation) =>
  mapValues(paths, (methods) => mapValues(methods, map));

const mapResponseSchemas = (
  operation: OpenApiOperation,
  map: (schema: JsonSchema) => JsonSchema,
): OpenApiOperation => ({
  ...operation,
  responses: mapValues(operation.responses, (response) =>
    'content' in response
      ? {
          ...response,
          content: mapValues(response.content, (media) =>
            media.schema ? { ...media, schema: map(media.schema) } : media,
          ),
        }
      : response,
  ),
});

/** Replaces the parts of an operation, except parts that are references already. */
function mapParts(operation: OpenApiOperation, visit: Visit): OpenApiOperation {
  const { operationId, parameters, requestBody, responses } = operation;
  const replace = <Part extends object>(kind: Kind, part: Part, suffix: string, name?: string) => {
    const unique = `${operationId}${suffix}`;
    return '$ref' in part ? part : visit(kind, part, { name: name ?? unique, unique });
  };
  return {
    ...operation,
    parameters: parameters.map((parameter) =>
      '$ref' in parameter
        ? parameter
        : replace('parameters', parameter, `.${parameter.name}`, parameter.name),
    ),
    ...(requestBody && { requestBody: replace('requestBodies', requestBody, '') }),
    responses: mapValues(responses, (response) => replace('responses', response, '')),
  };
}

interface Part {
  readonly value: object;
  readonly name: string;
  readonly unique: string;
  readonly uses: number;
}

/** Parts of one kind. Parts that are used more than once become components. */
class SharedParts {
  readonly #kind: Kind;
  readonly #parts = new Map<string, Part>();
  #names: ReadonlyMap<string, string> | undefined;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** Counts a use of a part, and returns the part. All parts must be counted before `refer` or `components` is called. */
  count<Value extends object>(value: Value, names: Pick<Part, 'name' | 'unique'>): Value {
    const key = JSON.stringify(value);
    const part = this.#parts.get(key) ?? { value, ...names, uses: 0 };
    this.#parts.set(key, { ...part, uses: part.uses + 1 });
    return value;
  }

  /** A reference to the part if it is used more than once; otherwise the part. */
  refer<Value extends object>(value: Value): Value | Reference {
    const name = this.#namesByKey().get(JSON.stringify(value));
    return name === undefined ? value : { $ref: `#/components/${this.#kind}/${name}` };
  }

  components(): Readonly<Record<string, object>> {
    return Object.fromEntries(
      [...this.#namesByKey()].map(([key, name]) => [name, this.#parts.get(key)?.value ?? {}]),
    );
  }

  /** The names of the shared parts. If several parts have the same name, the most used one keeps it. */
  #namesByKey(): ReadonlyMap<string, string> {
    if (this.#names) return this.#names;
    const shared = [...this.#parts]
      .filter(([, { uses }]) => uses > 1)
      .sort(([, a], [, b]) => b.uses - a.uses);
    const taken = new Set<string>();
    this.#names = new Map(
      shared.map(([key, { name, unique }]) => {
        const chosen = taken.has(name) ? unique : name;
        taken.add(chosen);
        return [key, chosen] as const;
      }),
    );
    return this.#names;
  }
}
