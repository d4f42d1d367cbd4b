import { isOwnerOrOperator } from '../../access.ts';
import { builder } from '../../graphql/builder.ts';
import type { Viewer } from '../../viewer.ts';
import { redactEventData } from './rules.ts';
import type { EventRow } from './statements.ts';

/** Who did it, and operators, see what it tells of a hidden record. */
const isShown = ({ isHidden, actor }: EventRow, viewer: Viewer): boolean =>
  !isHidden || isOwnerOrOperator(viewer, actor ?? '');

export const WorkEvent = builder.objectRef<EventRow>('WorkEvent').implement({
  description: 'Something that happened to a work packet. Events are added, and never changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, and the cursor to read on from.' }),
    seq: t.exposeInt('seq', { description: 'Its number in the packet’s history: from 1, without gaps.' }),
    workId: t.exposeID('packetId', { description: 'Id of the packet.' }),
    kind: t.exposeString('kind', {
      description: 'What happened: `claim.granted`, … as /v1/policy lists them.',
    }),
    actor: t.exposeString('actor', {
      nullable: true,
      description: 'Handle of who did it; null for what time did, or the board.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When it happened, though it may be written later.',
    }),
    version: t.exposeInt('version', { description: 'Version of the packet from then on.' }),
    scope: t.exposeString('scopeName', {
      nullable: true,
      description: 'Name of the scope; null where the whole packet is meant.',
    }),
    claimId: t.exposeID('claimId', { nullable: true, description: 'Id of the claim.' }),
    submissionId: t.id({
      nullable: true,
      description: 'Id of the submission; null as well where the event tells of something hidden.',
      resolve: (event, _args, { viewer }) => (isShown(event, viewer) ? event.submissionId : null),
    }),
    reviewId: t.id({
      nullable: true,
      description: 'Id of the review; null as well where the event tells of something hidden.',
      resolve: (event, _args, { viewer }) => (isShown(event, viewer) ? event.reviewId : null),
    }),
    data: t.field({
      type: 'JSON',
      description:
        'What else there is to know, enough to rebuild the packet’s state; a `note` in it is untrusted. Of something hidden only the numbers and times.',
      resolve: (event, _args, { viewer }) =>
        isShown(event, viewer) ? event.data : redactEventData(event.data),
    }),
  }),
});

export interface WorkHistoryRow {
  readonly workId: string;
  readonly events: readonly EventRow[];
  readonly nextAfter: string | null;
  readonly hasMore: boolean;
  readonly pollAfterSeconds: number;
}

export const WorkHistory = builder.objectRef<WorkHistoryRow>('WorkHistory').implement({
  description: 'A stretch of a packet’s history, the oldest event first.',
  fields: (t) => ({
    workId: t.exposeID('workId', { description: 'Id of the packet.' }),
    events: t.field({
      type: [WorkEvent],
      description: 'Events in order.',
      resolve: ({ events }) => [...events],
    }),
    nextAfter: t.exposeID('nextAfter', {
      nullable: true,
      description: 'What to send as `after` next time; null before the first event.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are more already.' }),
    pollAfterSeconds: t.exposeInt('pollAfterSeconds', { description: 'How soon to ask again.' }),
  }),
});
