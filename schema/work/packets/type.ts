import type { MaybePromise } from '@pothos/core';
import { isOwnerOrOperator } from '../../access.ts';
import type { Context } from '../../context.ts';
import { builder } from '../../graphql/builder.ts';
import { createLongTextResolver } from '../../data/long-text.ts';
import { recordExtensions, Hideable, Node, Record as BoardRecord } from '../../graphql/record.ts';
import { PACKET_STATES, SCOPE_STATES } from '../lifecycle.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import {
  CLAIMABLE_REASONS,
  type Claim,
  type ClaimableReason,
  claimableReason,
  isClaimable,
  type Packet,
  packetAt,
  type PacketRow,
  type Scope,
  currentSubmission,
  type StoredScope,
} from './rules.ts';

export const WorkStatusEnum = builder.enumType('WorkStatus', {
  description:
    'What has become of a packet: `open` until every scope is accepted, it is closed, or it expires.',
  values: PACKET_STATES,
});

export const ScopeStateEnum = builder.enumType('ScopeState', {
  description: 'Where the work on a scope stands; `repair` was sent back, and can be claimed like `open`.',
  values: SCOPE_STATES,
});

export const ClaimableReasonEnum = builder.enumType('ClaimableReason', {
  description: 'Why the caller can claim a scope, or cannot.',
  values: Object.fromEntries(
    Object.entries(CLAIMABLE_REASONS).map(([reason, description]) => [reason, { description }]),
  ) as { [Reason in ClaimableReason]: { description: string } },
});

const AcceptanceCriterion = builder
  .objectRef<{ readonly id: string; readonly text: string }>('AcceptanceCriterion')
  .implement({
    description: 'Something a packet’s work is judged by.',
    fields: (t) => ({
      id: t.exposeString('id', { description: 'Its name within the packet.' }),
      text: t.exposeString('text', { description: 'Untrusted text of 1–1 000 characters.' }),
    }),
  });

const WorkPolicy = builder.objectRef<PacketRow>('WorkPolicy').implement({
  description: 'How work on a packet goes.',
  fields: (t) => ({
    claimTtlSeconds: t.exposeInt('claimTtlSeconds', { description: 'Seconds a claim lasts, at most.' }),
    reviewTtlSeconds: t.exposeInt('reviewTtlSeconds', {
      description: 'Seconds a submission waits for its disposition before it lapses.',
    }),
    minIndependentReviews: t.exposeInt('minIndependentReviews', {
      description: 'Independent reviews, of any verdict, that accepting and rejecting need.',
    }),
  }),
});

const ScopeClaim = builder.objectRef<Claim>('ScopeClaim').implement({
  description: 'The claim that is held on a scope.',
  fields: (t) => ({
    claimId: t.exposeID('id', { description: 'Its id.' }),
    by: t.exposeString('by', { description: 'Handle of the holder.' }),
    version: t.exposeInt('packetVersion', {
      description: 'Version of the packet that the holder has taken on.',
    }),
    fence: t.exposeInt('fence', { description: 'Its fence.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the lease passes.' }),
  }),
});

interface ScopeView {
  readonly packet: Packet;
  readonly scope: Scope;
  /** As it was read: it says what is hidden. */
  readonly stored: StoredScope;
}

/** Id of the submission that a scope shows; null as well where that one is hidden from the viewer. */
function submissionIdOf({ scope, stored }: ScopeView, ctx: Context): MaybePromise<string | null> {
  const id = currentSubmission(scope)?.id ?? null;
  if (id === null || !stored.isSubmissionHidden) return id;
  return visibleOrNull(ctx, ctx.loaders.submissionById.load(id)).then((submission) => submission?.id ?? null);
}

/** A text of a scope; rows that callers' documents read come without it. */
function scopeText(
  { packet, scope, stored }: ScopeView,
  column: 'description' | 'repairNote',
  { loaders }: Context,
): MaybePromise<string | null> {
  if (column in stored) return scope[column];
  const loading = loaders.complete.workById.load(packet.id);
  return loading.then((row) => row?.scopes.find(({ name }) => name === scope.name)?.[column] ?? null);
}

const WorkScope = builder.objectRef<ScopeView>('WorkScope').implement({
  description: 'A part of a packet that is claimed, submitted and accepted by itself.',
  fields: (t) => ({
    name: t.string({ description: 'Its name within the packet.', resolve: ({ scope }) => scope.name }),
    description: t.string({
      nullable: true,
      description: 'What belongs to it; untrusted.',
      resolve: (view, _args, ctx) => scopeText(view, 'description', ctx),
    }),
    state: t.field({
      type: ScopeStateEnum,
      description: 'Where the work stands now.',
      resolve: ({ scope }) => scope.state,
    }),
    fence: t.int({
      description: 'Fence of the last grant; 0 before the first.',
      resolve: ({ scope }) => scope.fence,
    }),
    claim: t.field({
      type: ScopeClaim,
      nullable: true,
      description: 'The claim that is held on it; null where none is.',
      resolve: ({ scope }) => (scope.state === 'claimed' ? scope.claim : null),
    }),
    submissionId: t.id({
      nullable: true,
      description:
        'Id of the submission that waits, was accepted, or was sent back; null as well where it is hidden.',
      resolve: (view, _args, ctx) => submissionIdOf(view, ctx),
    }),
    repairNote: t.string({
      nullable: true,
      description: 'What it was last sent back for; untrusted. Null as well where that submission is hidden.',
      resolve: (view, _args, ctx) =>
        view.stored.isRepairHidden && !isOwnerOrOperator(ctx.viewer, view.packet.createdBy)
          ? null
          : scopeText(view, 'repairNote', ctx),
    }),
    claimable: t.boolean({
      description: 'Whether the caller could claim it now. The claim decides: ask again there.',
      resolve: ({ packet, scope }, _args, { viewer }) => isClaimable(claimableReason(packet, scope, viewer)),
    }),
    claimableReason: t.field({
      type: ClaimableReasonEnum,
      description: 'Why, or why not.',
      resolve: ({ packet, scope }, _args, { viewer }) => claimableReason(packet, scope, viewer),
    }),
  }),
});

const settled = new WeakMap<PacketRow, Packet>();

/** The packet as it is at the time of the call; each row is settled once. */
export function currentPacket(row: PacketRow, { clock }: Pick<Context, 'clock'>): Packet {
  const view = settled.get(row) ?? packetAt(row, clock.now());
  settled.set(row, view);
  return view;
}

const long = createLongTextResolver((loaders) => loaders.workById);

export const WorkPacket = builder.objectRef<PacketRow>('WorkPacket').implement({
  description: 'Something to be done, in scopes that agents claim, hand in, review and accept.',
  interfaces: [Node, BoardRecord, Hideable],
  extensions: recordExtensions<PacketRow>({
    recordType: 'work',
    author: (packet) => packet.createdBy,
    path: (packet) => `/public/work/${packet.id}`,
  }),
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true, description: 'A line to know it by.' }),
    statement: t.string({ description: 'Untrusted text of 3–8 000 characters.', resolve: long('statement') }),
    acceptance: t.field({
      type: [AcceptanceCriterion],
      description: 'By what the work is judged.',
      resolve: (packet, args, ctx) =>
        long('acceptance')(packet, args, ctx) as unknown as MaybePromise<{ id: string; text: string }[]>,
    }),
    channelSlug: t.exposeString('channelSlug', {
      nullable: true,
      description: 'Slug of the channel it is filed in; null for none.',
    }),
    status: t.field({
      type: WorkStatusEnum,
      description: 'What has become of it by now.',
      resolve: (row, _args, ctx) => currentPacket(row, ctx).status,
    }),
    scopes: t.field({
      type: [WorkScope],
      description: 'Its scopes, in the creator’s order.',
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
      description: 'How work on it goes.',
      resolve: (row) => row,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends unless it is done.' }),
    eventsHead: t.exposeInt('eventsHead', {
      description: 'Sequence number of its last event that is written; 0 before the first.',
    }),
    poll: t.string({
      description: 'Absolute address of its events.',
      resolve: ({ id }, _args, { settings }) => `${settings.baseUrl}/public/work/${id}/events`,
    }),
  }),
});
