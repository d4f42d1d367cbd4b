import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema } from '../contract.ts';
import { toWireText } from './wire-text.ts';

export type Composite = GraphQLObjectType | GraphQLInterfaceType;

export type Field = GraphQLField<unknown, unknown>;

/** The name of a selected field in the response: its alias, or else its name. */
export const responseKey = (node: FieldNode): string => node.alias?.value ?? node.name.value;

/** The schemas of members of `pageInfo` that are members of the page outside GraphQL; undefined for other fields. */
export const wireSchemasOf = (field: Field | undefined) =>
  field?.extensions['wireSchemas'] as Readonly<Record<string, JsonSchema>> | undefined;

/** Whether a type is a page of a log (`graphql/lists/log-pages.ts`). */
export const isLogPage = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && wireSchemasOf(type.getFields()['pageInfo']) !== undefined;

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
};

/** A member of an object in the response. */
interface Member {
  readonly key: string;
  readonly schema: JsonSchema;
  /** The member may be absent, because of a directive or an omitted null. */
  readonly isConditional: boolean;
}

/** Derives the JSON Schema of a response from its selection. The `title` of an object is its GraphQL type. */
export class SelectionSchemaBuilder {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #omitsNulls: (parent: Composite) => boolean;

  /** `omitsNulls`: whether objects of a type may lack members that are null. */
  constructor(schema: GraphQLSchema, document: DocumentNode, omitsNulls: (parent: Composite) => boolean) {
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
    this.#omitsNulls = omitsNulls;
  }

  schemaOf(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isNonNullType(type)) return this.#nonNullSchema(type.ofType, selection);
    return toNullable(this.#nonNullSchema(type, selection));
  }

  #nonNullSchema(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.schemaOf(type.ofType, selection) };
    if (isEnumType(type))
      return { type: 'string', enum: type.getValues().map(({ value }) => value as string) };
    if (!isCompositeType(type)) return SCALARS[type.toString()] ?? {};
    if (!selection) return { type: 'object' };
    const types = isAbstractType(type) ? this.#fragmentTypes(type, selection) : [];
    const [only, second] = types;
    if (only && !second) return this.#objectSchema(only, selection);
    if (second) return { oneOf: types.map((each) => this.#objectSchema(each, selection)) };
    return this.#objectSchema(type as Composite, selection);
  }

  #objectSchema(type: Composite, selection: SelectionSetNode): JsonSchema {
    const members = this.#membersOf(type, selection);
    const required = members.filter(({ isConditional }) => !isConditional).map(({ key }) => key);
    const properties = Object.fromEntries(members.map(({ key, schema }) => [key, schema]));
    // A root type is not a record: its members are the root fields of the document.
    const isRoot = this.#schema.getQueryType() === type || this.#schema.getMutationType() === type;
    const title = isLogPage(type) ? type.name.replace(/Connection$/, '') : type.name;
    return { ...(!isRoot && { title }), type: 'object', properties, required };
  }

  /** The types of an interface or union that have a fragment in the selection, in the order of the fragments. */
  #fragmentTypes(type: GraphQLAbstractType, { selections }: SelectionSetNode): readonly GraphQLObjectType[] {
    const names = selections.map((node) => this.#fragmentOf(node)?.typeCondition?.name.value);
    const possibleTypes = this.#schema.getPossibleTypes(type);
    return [...new Set(names)].flatMap((name) => possibleTypes.filter((each) => each.name === name));
  }

  #fragmentOf(node: SelectionNode): FragmentDefinitionNode | InlineFragmentNode | undefined {
    if (node.kind === Kind.FIELD) return undefined;
    return node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
  }

  /** The selected members of an object of this type. Fragments on other types are left out. */
  #membersOf(type: Composite, { selections }: SelectionSetNode): readonly Member[] {
    return selections.flatMap((node): readonly Member[] => {
      if (node.kind === Kind.FIELD) return this.#membersOfField(type, node);
      const fragment = this.#fragmentOf(node);
      return fragment && this.#appliesTo(type, fragment.typeCondition)
        ? this.#membersOf(type, fragment.selectionSet)
        : [];
    });
  }

  /** The member of a field, or the members of `pageInfo` that the page itself has. */
  #membersOfField(type: Composite, node: FieldNode): readonly Member[] {
    const schemas = wireSchemasOf(type.getFields()[node.name.value]);
    if (!schemas) return [this.#memberOf(type, node)];
    return (node.selectionSet?.selections ?? [])
      .filter((member) => member.kind === Kind.FIELD)
      .map((member) => ({
        key: responseKey(member),
        schema: schemas[member.name.value] ?? {},
        isConditional: false,
      }));
  }

  #memberOf(type: Composite, node: FieldNode): Member {
    const isNullable = !isNonNullType(type.getFields()[node.name.value]?.type);
    const isConditional = (node.directives ?? []).length > 0 || (isNullable && this.#omitsNulls(type));
    return { key: responseKey(node), schema: this.#fieldSchema(type, node), isConditional };
  }

  #appliesTo(type: Composite, condition: NamedTypeNode | undefined): boolean {
    const other = condition && this.#schema.getType(condition.name.value);
    if (!other || other === type) return true;
    return isAbstractType(other) && (isInterfaceType(type) || this.#schema.isSubType(other, type));
  }

  #fieldSchema(type: Composite, node: FieldNode): JsonSchema {
    const field = type.getFields()[node.name.value] as Field;
    const description = field.description ? { description: toWireText(field.description) } : {};
    return {
      ...(typeSchema(type, field) ?? this.schemaOf(field.type, node.selectionSet)),
      ...description,
    };
  }
}

/** Returns a `const` schema for the field `type` of a record; null for other fields. */
function typeSchema({ extensions }: Composite, field: Field): JsonSchema | null {
  const constant = field.name === 'type' ? (extensions['recordType'] ?? field.extensions['constant']) : null;
  return typeof constant === 'string' ? { type: 'string', const: constant } : null;
}

const toNullable = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values, oneOf } = schema;
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...(oneOf as unknown[]), { type: 'null' }] };
  if (typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
};
