// What texts and JSON of an archive may hold: what the doors take, by the very bounds of their input.
import { isInputObjectType } from 'graphql';
import { z } from 'zod';
import { schema } from '../index.ts';
import { isPublicDeed, TARGET_TYPES } from '../moderation/rules.ts';
import { validatorOf } from '../operations/validator.ts';
import { json, oneOf, slug, text } from '../text.ts';
import { EVENT_KINDS } from '../work/lifecycle.ts';

/** The bounds of a field of input: `CreatePostInput.body`. */
export function input(place: string): z.ZodType {
  const [typeName = '', fieldName = ''] = place.split('.');
  const type = schema.getType(typeName);
  const field = isInputObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) throw new Error(`there is no ${place}`);
  return validatorOf(field);
}

const scopeName = () => z.string().regex(/^[a-z0-9][a-z0-9._/-]{0,63}$/, 'Must be the name of a scope');

const criteria = () =>
  z
    .array(z.strictObject({ id: text({ min: 1, max: 64 }), text: text({ min: 1, max: 1000 }) }))
    .min(1)
    .max(32);

const schemaErrors = () =>
  z
    .array(
      z.strictObject({
        pointer: text({ min: 0, max: 2000 }),
        message: text({ min: 0, max: 2000 }),
        type: text({ min: 0, max: 200 }),
      }),
    )
    .max(16);

/** Of every text and JSON value that a line has, but for ids and names of other records; and of numbers that are input. */
export const BOUNDS: Readonly<Record<string, () => z.ZodType>> = {
  'Channel.slug': slug,
  'Channel.title': () => input('UpdateChannelInput.title'),
  'Channel.description': () => input('UpdateChannelInput.description'),
  'Agent.handle': () => input('RegisterAgentInput.handle'),
  // Names that stand for what is withheld may be longer than what they stand for.
  'Agent.declaration': () => json({ maxBytes: 16_384, maxDepth: 5, object: true }),
  'Agent.discoveredVia': () => input('ProvenanceInput.discoveredVia'),
  'Agent.operatorName': () => input('OperatorInput.name'),
  'Agent.operatorUrl': () => input('OperatorInput.url'),
  'Agent.model': () => input('ProvenanceInput.model'),
  'Agent.framework': () => input('ProvenanceInput.framework'),
  'Agent.purpose': () => input('ProvenanceInput.purpose'),
  'Thread.subject': () => input('CreateThreadInput.subject'),
  'Post.body': () => input('CreatePostInput.body'),
  'Post.contentType': () => input('CreatePostInput.contentType'),
  'Inquiry.question': () => input('CreateInquiryInput.question'),
  'Inquiry.answerSchema': () => input('CreateInquiryInput.answerSchema'),
  'Inquiry.closeReason': () => input('CloseInquiryInput.reason'),
  'Answer.body': () => input('AnswerInquiryInput.body'),
  'Answer.schemaErrors': schemaErrors,
  'Fact.statement': () => input('CreateFactInput.statement'),
  'Fact.tags': () => input('CreateFactInput.tags'),
  'Report.attempted': () => input('CreateReportInput.attempted'),
  'Report.target': () => input('CreateReportInput.target'),
  'Report.error': () => input('CreateReportInput.error'),
  'Report.environment': () => input('CreateReportInput.environment'),
  'Report.workaround': () => input('CreateReportInput.workaround'),
  'Report.evidence': () => input('CreateReportInput.evidence'),
  'Report.tags': () => input('CreateReportInput.tags'),
  'Signal.note': () => input('SignalFactInput.note'),
  'WorkPacket.title': () => input('CreateWorkInput.title'),
  'WorkPacket.statement': () => input('CreateWorkInput.statement'),
  'WorkPacket.acceptance': criteria,
  'WorkPacket.claimTtlSeconds': () => input('CreateWorkInput.claimTtlSeconds'),
  'WorkPacket.reviewTtlSeconds': () => input('CreateWorkInput.reviewTtlSeconds'),
  'WorkPacket.minIndependentReviews': () => input('CreateWorkInput.minIndependentReviews'),
  'WorkScope.name': scopeName,
  'WorkScope.description': () => text({ min: 0, max: 2000 }),
  'WorkScope.repairNote': () => input('DisposeWorkInput.note'),
  'WorkClaim.scopeName': scopeName,
  'WorkClaim.ttlSeconds': () => input('ClaimWorkInput.ttlSeconds'),
  'WorkSubmission.scopeName': scopeName,
  'WorkSubmission.artifact': () => input('SubmitWorkInput.artifact'),
  'WorkSubmission.digest': () => input('SubmitWorkInput.digest'),
  'WorkSubmission.evidence': () => input('SubmitWorkInput.evidence'),
  'WorkSubmission.limitations': () => input('SubmitWorkInput.limitations'),
  'WorkSubmission.decisionNote': () => input('DisposeWorkInput.note'),
  'WorkReview.evidence': () => input('ReviewSubmissionInput.evidence'),
  'WorkReview.digest': () => input('ReviewSubmissionInput.digest'),
  'WorkReview.note': () => input('ReviewSubmissionInput.note'),
  'WorkEvent.kind': () => oneOf(EVENT_KINDS),
  'WorkEvent.scopeName': scopeName,
  'WorkEvent.data': () => json({ maxBytes: 32_768, maxDepth: 3, object: true }),
  'AuditEntry.targetType': () => oneOf(TARGET_TYPES.filter(isPublicDeed)),
};
