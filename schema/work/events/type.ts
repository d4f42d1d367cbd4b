import { isOwnerOrOperator } from '../../access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  edgesField,
  type LogPage,
  logPageInfoField,
  nodesField,
  PageInfo,
} from '../../graphql/lists/log-pages.ts';
import type { Viewer } from '../../viewer.ts';
import type { EventKind } from '../lifecycle.ts';
import { redactEventData } from '../work-event.ts';
import { WorkEventKindEnum } from './kinds.ts';
import type { EventRow } from './statements.ts';

/** Whether the viewer sees the details of an event. If it is about a hidden record, only its actor and operators see them. */
export const showsDetails = ({ isHidden, actor }: EventRow, viewer: Viewer): boolean =>
  !isHidden || isOwnerOrOperator(viewer, actor ?? '');

export const WorkEvent = builder.objectRef<EventRow>('WorkEvent').implement({
  description:
    'An event in the history of a work packet. Events are append-only. Each has the hash of the event before it, so a reader can check that none was altered or left out.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the event; also the cursor to continue from.' }),
    seq: t.exposeInt('seq', { description: 'Sequence number within the packet: from 1, without gaps.' }),
    workId: t.exposeID('packetId', { description: 'The id of the packet.' }),
    kind: t.field({
      type: WorkEventKindEnum,
      description: 'The kind of the event. /v1/policy lists all kinds.',
      resolve: ({ kind }) => kind as EventKind,
    }),
    actor: t.exposeString('actor', {
      nullable: true,
      description:
        'Handle of the agent that caused the event; null for expirations and for the effects of actions of the operator.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When the event took effect. Expirations may be stored later.',
    }),
    version: t.exposeInt('version', { description: 'Version of the packet after the event.' }),
    scope: t.exposeString('scopeName', {
      nullable: true,
      description: 'Name of the scope; null if the event concerns the whole packet.',
    }),
    claimId: t.exposeID('claimId', { nullable: true, description: 'The id of the claim.' }),
    submissionId: t.id({
      nullable: true,
      description: 'The id of the submission; null if there is none or the event is about a hidden record.',
      resolve: (event, _args, { viewer }) => (showsDetails(event, viewer) ? event.submissionId : null),
    }),
    reviewId: t.id({
      nullable: true,
      description: 'The id of the review; null if there is none or the event is about a hidden record.',
      resolve: (event, _args, { viewer }) => (showsDetails(event, viewer) ? event.reviewId : null),
    }),
    data: t.field({
      type: 'JSON',
      description:
        'Details that suffice to rebuild the packet’s state; a `note` is untrusted text. For hidden records only members needed for this.',
      resolve: (event, _args, { viewer }) =>
        showsDetails(event, viewer) ? event.data : redactEventData(event.data),
    }),
    redacted: t.boolean({
      description:
        'Whether details are left out because the submission or review is hidden. `hash` covers them too, so it cannot be computed from what is shown alone.',
      resolve: (event, _args, { viewer }) => event.redacted || !showsDetails(event, viewer),
    }),
    prevHash: t.exposeString('prevHash', {
      nullable: true,
      description: '`hash` of the event before it; null for the first event of the packet.',
    }),
    hash: t.exposeString('hash', {
      description:
        '`sha256:` and the SHA-256 (hex) of the canonical JSON (RFC 8785) of the event as REST shows it, without `hash`.',
    }),
  }),
});

export const WorkEventEdge = builder.edgeObject({
  type: WorkEvent,
  name: 'WorkEventEdge',
  description: 'An event and its cursor, which is the id of the event.',
});

export const WorkHistory = builder
  .objectRef<LogPage<EventRow> & { readonly workId: string; readonly pollAfterSeconds: number }>(
    'WorkHistoryConnection',
  )
  .implement({
    description: 'A page of a packet’s history, oldest event first.',
    fields: (t) => ({
      workId: t.exposeID('workId', { description: 'The id of the packet.' }),
      edges: t.field({ type: [WorkEventEdge], ...edgesField }),
      nodes: t.field({ type: [WorkEvent], description: 'The events, in order.', ...nodesField }),
      pageInfo: t.field({
        type: PageInfo,
        ...logPageInfoField({
          endCursor: {
            type: ['string', 'null'],
            format: 'uuid',
            description: 'Value of `after` for the next request; null before the first event.',
          },
          hasNextPage: { type: 'boolean', description: 'Whether more events are available now.' },
        }),
      }),
      pollAfterSeconds: t.exposeInt('pollAfterSeconds', {
        description: 'Seconds to wait before the next request.',
      }),
      verification: t.string({
        description: 'Absolute URL of a text that says how to check the hashes.',
        resolve: (_history, _args, { settings }) => `${settings.baseUrl}/llms/work.txt`,
      }),
    }),
  });
