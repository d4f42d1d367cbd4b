// Reads the short form of the schema in llms/graphql.txt, and writes selections by it.
import type { Schema } from '../generators/json-schema-values.ts';

export interface SchemaField {
  readonly name: string;
  /** Arguments with their types. */
  readonly args: readonly (readonly [name: string, type: string])[];
  /** Undefined for scalars and enums. */
  readonly type: string | undefined;
}

interface SchemaType {
  readonly name: string;
  readonly kind: 'type' | 'interface' | 'input' | 'enum';
  readonly interfaces: readonly string[];
  readonly fields: readonly SchemaField[];
}

const TYPE = /^(type|interface|input|enum) (\w+)(?:: ([\w &]+))?(?: @oneOf)? \{([^}]*)\}/gm;
const FIELD = /(\w+)(!?)(?:\(([^)]*)\))?(?:: ([\w[\]!]+))?/g;

const SCALARS: Readonly<Record<string, Schema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  Int: { type: 'integer' },
  Boolean: { type: 'boolean' },
};

export class GraphqlSchema {
  readonly #types: ReadonlyMap<string, SchemaType>;

  constructor(text: string) {
    const types = [...text.matchAll(TYPE)].map(([, kind, name, interfaces, fields]): SchemaType => ({
      name: name!,
      kind: kind as SchemaType['kind'],
      interfaces: interfaces?.split(' & ') ?? [],
      fields:
        kind === 'input'
          ? readInputs(fields!).map(([field, type]) => ({ name: field, args: [], type }))
          : readFields(fields!),
    }));
    this.#types = new Map(types.map((type) => [type.name, type]));
  }

  fieldsOf(name: string): readonly SchemaField[] {
    return this.#types.get(name)?.fields ?? [];
  }

  /** JSON Schema of an argument or a member of an input. */
  toSchema(type: string): Schema {
    if (type.startsWith('['))
      return { type: 'array', items: this.toSchema(type.replace(/^\[(.*)\]!?$/, '$1')) };
    const name = type.replace('!', '');
    const { kind, fields = [] } = this.#types.get(name) ?? {};
    if (kind === 'enum') return { enum: fields.map((field) => field.name) };
    if (kind !== 'input') return SCALARS[name] ?? {};
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, this.toSchema(field.type!)])),
      required: fields.filter((field) => field.type!.endsWith('!')).map((field) => field.name),
    };
  }

  /** The selection of a type: its fields and those of the records in it; of the items of a list, only scalars and enums. */
  select(type: string, path: readonly string[] = []): string {
    const name = type.replaceAll(/[[\]!]/g, '');
    const node = this.#nodeOf(name);
    if (path.includes(node ?? name)) return '';
    if (node !== undefined) return `{ nodes ${this.select(`[${node}]`, path)} pageInfo { endCursor } }`;
    const selectBelow = (field: SchemaField) =>
      this.#selectField(field, type.startsWith('[') ? null : [...path, name]);
    const implementations = this.#implementationsOf(name).map((each) => {
      const fields = each.fields.flatMap((field) =>
        selectBelow(field).map((text) => this.#rename(text, field, each)),
      );
      return `... on ${each.name} { ${fields.join(' ')} }`;
    });
    return `{ ${[...this.#ownAndInherited(name).flatMap(selectBelow), ...implementations].join(' ')} }`;
  }

  /** The type of a connection's nodes: the type of its field `nodes`, else the type in its name. Undefined for other types. */
  #nodeOf(name: string): string | undefined {
    const nodes = this.fieldsOf(name).find((field) => field.name === 'nodes');
    return nodes?.type?.replaceAll(/[[\]!]/g, '') ?? /^(\w+)Connection$/.exec(name)?.[1];
  }

  /** A field that several types have gets an alias: it may have another type in each of them. */
  #rename(text: string, { name }: SchemaField, { name: type }: SchemaType): string {
    const owners = [...this.#types.values()].filter(
      ({ kind, fields }) => kind === 'type' && fields.some((field) => field.name === name),
    );
    return owners.length > 1 ? `${name}Of${type}: ${text}` : text;
  }

  /** Selects a field below the types of `path`, at most three levels deep; without a path, only a scalar or an enum. */
  #selectField({ name, args, type }: SchemaField, path: readonly string[] | null): string[] {
    if (type === undefined) return [name];
    if (path === null || path.length > 2 || args.some(([, argument]) => argument.endsWith('!'))) return [];
    const below = this.select(type, path);
    return below === '' ? [] : [`${name} ${below}`];
  }

  #ownAndInherited(name: string): readonly SchemaField[] {
    return [name, ...(this.#types.get(name)?.interfaces ?? [])].flatMap((each) => this.fieldsOf(each));
  }

  #implementationsOf(name: string): readonly SchemaType[] {
    return [...this.#types.values()].filter(({ interfaces }) => interfaces.includes(name));
  }
}

/** Arguments and input fields without a type are texts. */
const readInputs = (text: string): (readonly [name: string, type: string])[] =>
  [...text.matchAll(FIELD)].map(([, name, mark, , type]) => [name!, type ?? `String${mark!}`] as const);

const readFields = (text: string): SchemaField[] =>
  [...text.matchAll(FIELD)].map(([, name, , args = '', type]) => ({
    name: name!,
    args: readInputs(args),
    type,
  }));
