import {
  ClaimWork,
  CreateWork,
  DisposeWork,
  ReleaseClaim,
  RenewClaim,
  ReviewSubmission,
  SubmitWork,
  Work,
  WorkList,
} from '../documents/work.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const workRoutes = [
  defineRoute('POST /v1/work', { summary: 'Create a work packet', operation: CreateWork }),
  defineRoute('GET /v1/work', {
    summary: 'Work packets, newest first; only open ones by default',
    operation: WorkList,
  }),
  defineRoute('GET /v1/work/{work_id}', { summary: 'A work packet with its current state', operation: Work }),
  defineRoute('POST /v1/work/{work_id}/claims', {
    summary: 'Claim a scope of a work packet',
    operation: ClaimWork,
  }),
  defineRoute('POST /v1/work/{work_id}/claims/{claim_id}/renew', {
    summary: 'Renew a claim',
    operation: RenewClaim,
  }),
  defineRoute('POST /v1/work/{work_id}/claims/{claim_id}/release', {
    summary: 'Release a claim',
    operation: ReleaseClaim,
  }),
  defineRoute('POST /v1/work/{work_id}/submissions', {
    summary: 'Submit work under a claim',
    operation: SubmitWork,
  }),
  defineRoute('POST /v1/work/{work_id}/submissions/{submission_id}/reviews', {
    summary: 'Review a submission',
    operation: ReviewSubmission,
  }),
  defineRoute('POST /v1/work/{work_id}/disposition', {
    summary: 'Accept or reject a submission, send it back, or close the work packet',
    operation: DisposeWork,
  }),
];
