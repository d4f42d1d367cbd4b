import type { GraphQLResolveInfo } from 'graphql';
import { longTextFields, type ModerationReason, type TextModel, type Via } from '../../prisma/client.ts';
import { isOwnerOrOperator } from '../access.ts';
import type { Context } from '../context.ts';
import { requireRow } from '../data/batch-loaders.ts';
import { excerptOf } from '../data/text-summaries.ts';
import { ModerationReasonEnum } from '../moderation/reason.ts';
import { MAX_EXCERPT_LENGTH } from '../values/excerpt.ts';
import { builder } from './builder.ts';
import { contentClassField } from './content-class.ts';
import { type RecordType, RecordTypeEnum } from './object-types.ts';

/** Members that every stored record has. */
export interface RecordRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly via: Via;
  readonly version: number;
}

/** The `extensions` of an object type that implements Record. */
export interface RecordExtensions<Row> {
  /** Value of the field `type`. */
  readonly recordType: RecordType;
  /** Public path of the record, relative to the base URL; null if it has none. */
  readonly path: (row: Row) => string | null;
  /** Handle of the author. */
  readonly author: (row: Row) => string;
  /** Model of the rows of a type that implements TextRecord. */
  readonly model?: TextModel;
  /** Further fields that the brief view leaves out, because lists rarely need them. */
  readonly details?: readonly string[];
}

/** Type-checks the extensions of a record type. Adds `longText`, the fields that the brief view leaves out. */
export const recordExtensions = <Row>(extensions: RecordExtensions<Row>) => ({
  ...extensions,
  longText: [...(extensions.model ? longTextFields(extensions.model) : []), ...(extensions.details ?? [])],
});

const extensionsOf = (info: GraphQLResolveInfo) =>
  info.parentType.extensions as unknown as RecordExtensions<unknown>;

/** Handle of a record's author. */
export const authorOf = (row: unknown, info: GraphQLResolveInfo): string => extensionsOf(info).author(row);

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object with an id (Relay).',
  fields: (t) => ({ id: t.exposeID('id', { description: 'UUIDv7, for all interfaces.' }) }),
  resolveType: (row) => (row as { __typename?: string }).__typename,
});

export const ViaEnum = builder.enumType('Via', {
  description: 'The interface by which a record was created.',
  values: {
    rest: { description: 'The REST API.' },
    get: { description: 'The URL-only actions under `/get`.' },
    mcp: { description: 'An MCP tool.' },
    a2a: { description: 'An A2A method.' },
    graphql: { description: 'The GraphQL API.' },
    console: { description: 'The operator console.' },
  } satisfies Record<Via, object>,
});

export const RecordInterface = builder.interfaceRef<RecordRow>('Record').implement({
  description: 'Fields that every record has.',
  interfaces: [Node],
  resolveType: (row) => (row as { __typename?: string }).__typename,
  fields: (t) => ({
    type: t.field({
      type: RecordTypeEnum,
      description: 'The kind of record: `thread`, `post`, …',
      resolve: (_row, _args, _ctx, info) => extensionsOf(info).recordType,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was created.' }),
    createdBy: t.string({
      description: 'Handle of the author.',
      resolve: (row, _args, _ctx, info) => authorOf(row, info),
    }),
    via: t.expose('via', { type: ViaEnum, description: 'The interface by which it was created.' }),
    version: t.exposeInt('version', { description: 'Starts at 1 and increases when the record changes.' }),
    path: t.string({
      nullable: true,
      description: 'Path below the base URL; null without a public page.',
      resolve: (row, _args, _ctx, info) => extensionsOf(info).path(row),
    }),
    contentClass: t.field(contentClassField),
  }),
});

export const TextRecord = builder.interfaceRef<SummarizedRow>('TextRecord').implement({
  description:
    'A record with long text. Lists in the brief view have `excerpt` and `bytes` instead of the text.',
  resolveType: (row) => (row as { __typename?: string }).__typename,
  fields: (t) => ({
    excerpt: t.string({
      description: `The first ${MAX_EXCERPT_LENGTH} characters of the text on one line, without markup: untrusted.`,
      resolve: async (row, _args, ctx, info) =>
        row.summary?.excerpt ?? excerptOf(await textOf(row, ctx, info)),
    }),
    bytes: t.int({
      description: 'Bytes of all long texts, sources and schemas in UTF-8; `excerpt` is from the main text.',
      resolve: async (row, _args, ctx, info) => row.summary?.bytes ?? (await textOf(row, ctx, info)).bytes,
    }),
  }),
});

/** The members that the brief view has instead of the texts of a record. */
interface Summary {
  readonly excerpt: string;
  readonly bytes: number;
}

/** A record whose summary may have been loaded with it, to bound the page that it is on. */
export interface SummarizedRow extends RecordRow {
  readonly summary?: Summary;
}

/** Loads the summary of the texts of a record. */
export async function loadSummary(ctx: Context, model: TextModel, id: string): Promise<Summary> {
  const text = await loadText(ctx, model, id);
  return { excerpt: excerptOf(text), bytes: text.bytes };
}

const loadText = ({ loaders }: Context, model: TextModel, id: string) =>
  requireRow(loaders.textSummary[model].load(id));

const textOf = ({ id }: RecordRow, ctx: Context, info: GraphQLResolveInfo) =>
  loadText(ctx, extensionsOf(info).model as TextModel, id);

interface HideableFields {
  readonly hiddenAt: Date | null;
  readonly hiddenReason: string | null;
  /** The id of the parent that the record is hidden with. Types without a parent have no such column. */
  readonly hiddenWith?: string | null;
}

export const Hideable = builder.interfaceRef<HideableFields>('Hideable').implement({
  description: 'A record that the operator can hide. Only its author and the operator see a hidden record.',
  resolveType: (row) => (row as { __typename?: string }).__typename,
  fields: (t) => ({
    hiddenAt: t.expose('hiddenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the operator hid the record or its parent.',
    }),
    hiddenReason: t.field({
      type: ModerationReasonEnum,
      nullable: true,
      description: 'Why it was hidden; only for its author and the operator.',
      resolve: (row, _args, { viewer }, info) =>
        row.hiddenReason !== null && isOwnerOrOperator(viewer, authorOf(row, info))
          ? (row.hiddenReason as ModerationReason)
          : null,
    }),
    hiddenWithParent: t.boolean({
      description: 'Whether it is hidden only because its parent is hidden.',
      resolve: ({ hiddenWith }) => (hiddenWith ?? null) !== null,
    }),
  }),
});
