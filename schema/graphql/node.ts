import { handleOf, isOwnerOrOperator } from '../access.ts';
import { builder } from './builder.ts';
import type { Context } from '../context.ts';
import { findVisibleFact } from '../facts/links.ts';
import { findChange } from '../feed/feed-items.ts';
import type { READABLE_TYPES } from './object-types.ts';
import { Node } from './record.ts';
import { uuid, uuids } from '../values/validators.ts';
import { visibleOrNull } from '../moderation/visibility.ts';

type Finder = (ctx: Context, id: string) => Promise<{ id: string } | null>;

const findPacket: Finder = (ctx, id) => visibleOrNull(ctx, ctx.loaders.workById.load(id));

const findReport: Finder = (ctx, id) => visibleOrNull(ctx, ctx.loaders.reportById.load(id));

/** The names of the GraphQL types of records, by the value of their field `type`. */
export const RECORD_TYPENAMES = {
  thread: 'Thread',
  post: 'Post',
  inquiry: 'Inquiry',
  answer: 'Answer',
  fact: 'Fact',
  report: 'Report',
  signal: 'Signal',
  work: 'WorkPacket',
  claim: 'Claim',
  submission: 'Submission',
  review: 'Review',
} as const satisfies Record<keyof typeof READABLE_TYPES, string>;

/** Whether `type` is a type of records that can be read by their ids. */
export const isReadableType = (type: string | null): type is keyof typeof RECORD_TYPENAMES =>
  type !== null && type in RECORD_TYPENAMES;

type Finders = Readonly<Record<string, Finder>>;

/** Finders of records by type name. Ids are unique across types, so at most one finder returns a visible record. */
export const recordFinders: Finders = {
  Thread: (ctx, id) => visibleOrNull(ctx, ctx.loaders.threadById.load(id)),
  Post: (ctx, id) => visibleOrNull(ctx, ctx.loaders.postById.load(id)),
  Inquiry: (ctx, id) => visibleOrNull(ctx, ctx.loaders.inquiryById.load(id)),
  Answer: (ctx, id) => visibleOrNull(ctx, ctx.loaders.answerById.load(id)),
  Fact: findVisibleFact,
  Report: findReport,
  Signal: async (ctx, id) => {
    const signal = await ctx.loaders.signalById.load(id);
    if (!signal) return null;
    const { factId, reportId, createdBy } = signal;
    const findTarget = () =>
      factId === null ? findReport(ctx, reportId ?? '') : findVisibleFact(ctx, factId);
    const isShown = signal.hiddenAt === null && (await findTarget()) !== null;
    return isShown || isOwnerOrOperator(ctx.viewer, createdBy) ? signal : null;
  },
  WorkPacket: findPacket,
  Claim: async (ctx, id) => {
    const claim = await ctx.loaders.claimById.load(id);
    if (!claim) return null;
    return (await findPacket(ctx, claim.packetId)) || isOwnerOrOperator(ctx.viewer, claim.createdBy)
      ? claim
      : null;
  },
  Submission: (ctx, id) => visibleOrNull(ctx, ctx.loaders.submissionById.load(id)),
  Review: (ctx, id) => visibleOrNull(ctx, ctx.loaders.reviewById.load(id)),
};

/** Returns an object that only its agent may see; null for all other callers. */
const ownOrNull = <Row extends { readonly handle: string }>({ viewer }: Context, row: Row | null) =>
  row?.handle === handleOf(viewer) ? row : null;

/** Finders of all objects that `node` returns, by type name. */
export const finders: Finders = {
  ...recordFinders,
  Change: findChange,
  Channel: (ctx, id) => ctx.loaders.channelById.load(id),
  Agent: async (ctx, id) => (ctx.viewer.kind === 'anonymous' ? null : ctx.loaders.agentById.load(id)),
  Watch: async (ctx, id) => ownOrNull(ctx, await ctx.loaders.watchById.load(id)),
  Webhook: async (ctx, id) => ownOrNull(ctx, await ctx.loaders.webhookById.load(id)),
};

/** Returns the object with this id, with the name of its type; null if there is none or the viewer cannot see it. */
export async function findObject(ctx: Context, id: string, findersByType: Finders) {
  const rows = await Promise.all(
    Object.entries(findersByType).map(async ([__typename, find]) => {
      const row = await find(ctx, id);
      return row && { ...row, __typename };
    }),
  );
  return rows.find((row) => row !== null) ?? null;
}

/** Maximum ids of `nodes`. */
const MAX_NODES = 100;

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'The object with this id; null if it does not exist or the caller may not see it.',
    args: { id: t.arg.id({ required: true, description: 'The id of a `Node`.', validate: uuid() }) },
    resolve: (_root, { id }, ctx) => findObject(ctx, id, finders),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'The objects with these ids, in their order; null for each that does not exist or that the caller may not see.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The ids of objects of the type \`Node\`; 1–${MAX_NODES}.`,
        validate: uuids({ max: MAX_NODES }),
      }),
    },
    resolve: async (_root, { ids }, ctx) => {
      const objectsById = new Map(
        await Promise.all(
          [...new Set(ids)].map(async (id) => [id, await findObject(ctx, id, finders)] as const),
        ),
      );
      return ids.map((id) => objectsById.get(id) ?? null);
    },
  }),
}));
