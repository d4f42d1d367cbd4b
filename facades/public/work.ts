import type { Operation } from '../../schema/contract.ts';
import {
  SubmissionReviews,
  Work,
  WorkHistory,
  WorkList,
  WorkSubmission,
  WorkSubmissions,
} from '../operations/work.ts';

/** What needs no key to be read. */
const read = (path: string, summary: string, operation: Operation) => ({
  ...({ method: 'GET', policy: 'public', status: 200, secret: false, next: [] } as const),
  ...{ path, summary, operation },
});

export const publicWorkRows = [
  read('/public/work', 'Work packets, newest first; open ones by default', WorkList),
  read('/public/work/{work_id}', 'A work packet, as it is now', Work),
  read('/public/work/{work_id}/submissions', 'What was handed in, newest first', WorkSubmissions),
  read('/public/work/{work_id}/submissions/{submission_id}', 'A submission', WorkSubmission),
  read(
    '/public/work/{work_id}/submissions/{submission_id}/reviews',
    'Reviews of a submission, newest first',
    SubmissionReviews,
  ),
  read('/public/work/{work_id}/events', 'What happened to a packet, in order', WorkHistory),
];
