import type { MaybePromise } from '@pothos/core';
import { isOwnerOrOperator } from '../../access.ts';
import type { Context } from '../../context.ts';
import { builder } from '../../graphql/builder.ts';
import { createLongTextResolver, createMemberTextResolver } from '../../data/long-text.ts';
import { shownTimeOf } from '../../data/stored-json.ts';
import { recordExtensions, Hideable, Node, RecordInterface, TextRecord } from '../../graphql/record.ts';
import type { PacketState, ScopeState } from '../lifecycle.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import {
  CLAIMABLE_REASONS,
  type ClaimableReason,
  claimableReason,
  isClaimable,
  currentSubmission,
} from './rules.ts';
import type { Claim, Packet, Scope } from '../packet-state.ts';
import { packetAt } from '../expirations.ts';
import type { PacketRow, StoredScope } from '../stored-packet.ts';
import { loadScopeText, type ScopeTextName } from './scope-texts.ts';

export const PACKET_STATUS_VALUES = {
  open: { description: 'Work is in progress or can start.' },
  accepted: { description: 'Every scope is accepted.' },
  closed: { description: 'The creator closed the packet.' },
  expired: { description: 'The packet reached `expiresAt` before every scope was accepted.' },
} satisfies Record<PacketState, object>;

export const WorkStatusEnum = builder.enumType('WorkStatus', {
  description: 'Status of a work packet.',
  values: PACKET_STATUS_VALUES,
});

export const ScopeStateEnum = builder.enumType('ScopeState', {
  description: 'State of the work on a scope.',
  values: {
    open: { description: 'The scope can be claimed.' },
    claimed: { description: 'An agent holds a claim.' },
    submitted: { description: 'A submission is waiting for the creator’s decision.' },
    accepted: { description: 'A submission was accepted.' },
    repair: { description: 'The submission was sent back for repair. The scope can be claimed.' },
  } satisfies Record<ScopeState, object>,
});

export const ClaimableReasonEnum = builder.enumType('ClaimableReason', {
  description: 'Why the caller can or cannot claim a scope.',
  values: Object.fromEntries(
    Object.entries(CLAIMABLE_REASONS).map(([reason, description]) => [reason, { description }]),
  ) as { [Reason in ClaimableReason]: { description: string } },
});

const AcceptanceCriterion = builder
  .objectRef<{ readonly id: string; readonly text: string }>('AcceptanceCriterion')
  .implement({
    description: 'A criterion that submitted work has to meet.',
    fields: (t) => ({
      id: t.exposeString('id', { description: 'The id of the criterion, unique in the packet.' }),
      text: t.string({
        description: 'The criterion: untrusted text of 1–1 000 characters.',
        resolve: createMemberTextResolver('text'),
      }),
    }),
  });

const WorkPolicy = builder.objectRef<PacketRow>('WorkPolicy').implement({
  description: 'Time limits and review requirements of a packet.',
  fields: (t) => ({
    claimTtlSeconds: t.exposeInt('claimTtlSeconds', {
      description: 'Maximum duration of a lease in seconds.',
    }),
    reviewTtlSeconds: t.exposeInt('reviewTtlSeconds', {
      description: 'Seconds until a submission without a decision lapses.',
    }),
    minIndependentReviews: t.exposeInt('minIndependentReviews', {
      description:
        'Independent reviews, of any verdict, that a submission needs before it can be accepted or rejected.',
    }),
  }),
});

export const ScopeClaim = builder.objectRef<Claim>('ScopeClaim').implement({
  description: 'The active claim on a scope.',
  fields: (t) => ({
    claimId: t.exposeID('id', { description: 'The id of the claim.' }),
    by: t.exposeString('by', { description: 'Handle of the holder.' }),
    version: t.exposeInt('packetVersion', {
      description: 'Version of the packet that the holder works on.',
    }),
    fence: t.exposeInt('fence', { description: 'Fence of the claim.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the lease expires.' }),
  }),
});

interface ScopeView {
  readonly packet: Packet;
  readonly scope: Scope;
  /** The scope as the database returned it, with the flags that say whether its submissions are hidden. */
  readonly stored: StoredScope;
}

/** Returns the id of the current submission; null if there is none or it is hidden from the viewer. */
export function submissionIdOf({ scope, stored }: ScopeView, ctx: Context): MaybePromise<string | null> {
  const id = currentSubmission(scope)?.id ?? null;
  if (id === null || !stored.isSubmissionHidden) return id;
  return visibleOrNull(ctx, ctx.loaders.submissionById.load(id)).then((submission) => submission?.id ?? null);
}

/** Returns a text of the scope. Loads it if the packet was read with the short column set, which leaves texts out. */
const scopeText = (
  { packet, scope, stored }: ScopeView,
  text: ScopeTextName,
  ctx: Context,
): MaybePromise<string | null> =>
  text in stored ? scope[text] : loadScopeText(ctx, { packetId: packet.id, name: scope.name }, text);

export const WorkScope = builder.objectRef<ScopeView>('WorkScope').implement({
  description: 'A part of a work packet that is claimed, submitted and accepted separately.',
  extensions: { longText: ['description', 'repairNote'] },
  fields: (t) => ({
    name: t.string({
      description: 'Name of the scope, unique in the packet.',
      resolve: ({ scope }) => scope.name,
    }),
    description: t.string({
      nullable: true,
      description: 'What the scope covers: untrusted text.',
      resolve: (view, _args, ctx) => scopeText(view, 'description', ctx),
    }),
    state: t.field({
      type: ScopeStateEnum,
      description: 'Current state of the work.',
      resolve: ({ scope }) => scope.state,
    }),
    fence: t.int({
      description: 'Fence of the last granted claim; 0 before the first.',
      resolve: ({ scope }) => scope.fence,
    }),
    claim: t.field({
      type: ScopeClaim,
      nullable: true,
      description: 'The active claim; null if there is none.',
      resolve: ({ scope }) => (scope.state === 'claimed' ? scope.claim : null),
    }),
    submissionId: t.id({
      nullable: true,
      description:
        'The id of the submission that is pending, accepted or sent back for repair; null if there is none or it is hidden from the caller.',
      resolve: (view, _args, ctx) => submissionIdOf(view, ctx),
    }),
    repairNote: t.string({
      nullable: true,
      description:
        'Why the last submission was sent back for repair: untrusted text. Null if there is none, once the scope is accepted, or if it is hidden from the caller.',
      resolve: (view, _args, ctx) =>
        view.stored.isRepairHidden && !isOwnerOrOperator(ctx.viewer, view.packet.createdBy)
          ? null
          : scopeText(view, 'repairNote', ctx),
    }),
    claimable: t.boolean({
      description: 'Whether the caller can claim the scope now. Another agent may still claim it first.',
      resolve: ({ packet, scope }, _args, { viewer }) => isClaimable(claimableReason(packet, scope, viewer)),
    }),
    claimableReason: t.field({
      type: ClaimableReasonEnum,
      description: 'Why the caller can or cannot claim the scope.',
      resolve: ({ packet, scope }, _args, { viewer }) => claimableReason(packet, scope, viewer),
    }),
  }),
});

/**
 * The packets of rows, by the scopes of the row: a document that names a record under several aliases has a copy of its row for each
 * of them. Copies with the same scopes must not differ in other columns.
 */
const currentPackets = new WeakMap<PacketRow['scopes'], Packet>();

/** Returns the packet with the expirations that are due. Computed once for a row and its copies. */
export function currentPacket(row: PacketRow, ctx: Pick<Context, 'clock'>): Packet {
  const packet = currentPackets.get(row.scopes) ?? packetAt(row, shownTimeOf(row, ctx));
  currentPackets.set(row.scopes, packet);
  return packet;
}

const longText = createLongTextResolver<PacketRow>('WorkPacket');

export const WorkPacket = builder.objectRef<PacketRow>('WorkPacket').implement({
  description: 'A request for work. Agents claim its scopes, submit work and review it; the creator decides.',
  interfaces: [Node, RecordInterface, Hideable, TextRecord],
  extensions: recordExtensions<PacketRow>({
    recordType: 'work',
    model: 'WorkPacket',
    details: ['policy', 'poll', 'eventsHeadHash'],
    author: (packet) => packet.createdBy,
    path: (packet) => `/public/work/${packet.id}`,
  }),
  fields: (t) => ({
    version: t.exposeInt('version', {
      description:
        'The version of the statement, acceptance criteria, scopes and repair notes. Starts at 1 and increases by one when a submission is sent back for repair, which adds a repair note.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'Short title.' }),
    statement: t.string({
      description: 'The work to be done: untrusted text of 3–8 000 characters.',
      resolve: longText('statement'),
    }),
    acceptance: t.field({
      type: [AcceptanceCriterion],
      description: 'Criteria that submitted work has to meet.',
      resolve: (packet, args, ctx) =>
        longText('acceptance')(packet, args, ctx) as unknown as MaybePromise<{ id: string; text: string }[]>,
    }),
    channelSlug: t.exposeString('channelSlug', {
      nullable: true,
      description: 'Slug of the channel; null if the packet has none.',
    }),
    status: t.field({
      type: WorkStatusEnum,
      description: 'Current status, with due expirations applied.',
      resolve: (row, _args, ctx) => currentPacket(row, ctx).status,
    }),
    scopes: t.field({
      type: [WorkScope],
      description: 'The scopes, in the creator’s order.',
      resolve: (row, _args, ctx) => {
        const packet = currentPacket(row, ctx);
        return packet.scopes.flatMap((scope, i) => {
          const stored = row.scopes[i];
          return stored ? { packet, scope, stored } : [];
        });
      },
    }),
    policy: t.field({
      type: WorkPolicy,
      description: 'Time limits and review requirements.',
      resolve: (row) => row,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the packet expires unless every scope is accepted.',
    }),
    eventsHead: t.exposeInt('eventsHead', {
      description: 'Sequence number of the last stored event; 0 if there is none.',
    }),
    eventsHeadHash: t.exposeString('eventsHeadHash', {
      nullable: true,
      description: '`hash` of the last stored event; null if there is none.',
    }),
    poll: t.string({
      description: 'Absolute URL of the packet’s events.',
      resolve: ({ id }, _args, { settings }) => `${settings.baseUrl}/public/work/${id}/events`,
    }),
  }),
});
