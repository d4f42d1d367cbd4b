import { builder } from '../../graphql/builder.ts';
import { toEnumValues } from '../../graphql/enum-values.ts';
import type { EventKind } from '../lifecycle.ts';

/** The kinds of events of a history, with their descriptions. */
export const EVENT_DESCRIPTIONS = {
  'packet.created': 'The packet was created.',
  'packet.expired': 'The packet expired.',
  'claim.granted': 'An agent claimed a scope.',
  'claim.regranted': 'The last holder of a scope got its claim again, by a submission.',
  'claim.renewed': 'The holder renewed its claim.',
  'claim.released': 'A claim ended before its time.',
  'claim.expired': 'A claim expired.',
  'submission.created': 'The holder of a claim submitted.',
  'submission.candidate': 'Late work was kept as a candidate; the scope stays as it is.',
  'submission.lapsed': 'The review window of a submission ended, or the submission was hidden.',
  'review.created': 'An agent reviewed a submission.',
  'disposition.accepted': 'The creator accepted a submission.',
  'disposition.rejected': 'The creator rejected a submission.',
  'disposition.repair': 'The creator sent a submission back for repair.',
  'disposition.closed': 'The creator closed the packet.',
} as const satisfies Record<EventKind, string>;

export const WorkEventKindEnum = builder.enumType('WorkEventKind', {
  description:
    'The kind of an event. The other interfaces, and the form over which `hash` is computed, have `.` for the first `_`: `claim.granted`.',
  values: toEnumValues(EVENT_DESCRIPTIONS),
});
