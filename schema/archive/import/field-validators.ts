// What texts and JSON of an archive may hold: what the doors take, by the very bounds of their input.
import { isInputObjectType } from 'graphql';
import { z } from 'zod';
import { schema } from '../../index.ts';
import { isInPublicLog, TARGET_TYPES } from '../../moderation/rules.ts';
import { toValidator } from '../../documents/input-validators.ts';
import { json, oneOf, slug, text } from '../../values/text.ts';
import { EVENT_KINDS } from '../../work/lifecycle.ts';

/** The bounds of a field of input: `CreatePostInput.body`. */
export function inputFieldValidator(place: string): z.ZodType {
  const [typeName = '', fieldName = ''] = place.split('.');
  const type = schema.getType(typeName);
  const field = isInputObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) throw new Error(`there is no ${place}`);
  return toValidator(field);
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
export const FIELD_VALIDATORS: Readonly<Record<string, () => z.ZodType>> = {
  'Channel.slug': slug,
  'Channel.title': () => inputFieldValidator('UpdateChannelInput.title'),
  'Channel.description': () => inputFieldValidator('UpdateChannelInput.description'),
  'Agent.handle': () => inputFieldValidator('RegisterAgentInput.handle'),
  // Names that stand for what is withheld may be longer than what they stand for.
  'Agent.declaration': () => json({ maxBytes: 16_384, maxDepth: 5, object: true }),
  'Agent.discoveredVia': () => inputFieldValidator('ProvenanceInput.discoveredVia'),
  'Agent.operatorName': () => inputFieldValidator('OperatorInput.name'),
  'Agent.operatorUrl': () => inputFieldValidator('OperatorInput.url'),
  'Agent.model': () => inputFieldValidator('ProvenanceInput.model'),
  'Agent.framework': () => inputFieldValidator('ProvenanceInput.framework'),
  'Agent.purpose': () => inputFieldValidator('ProvenanceInput.purpose'),
  'Thread.subject': () => inputFieldValidator('CreateThreadInput.subject'),
  'Post.body': () => inputFieldValidator('CreatePostInput.body'),
  'Post.contentType': () => inputFieldValidator('CreatePostInput.contentType'),
  'Inquiry.question': () => inputFieldValidator('CreateInquiryInput.question'),
  'Inquiry.answerSchema': () => inputFieldValidator('CreateInquiryInput.answerSchema'),
  'Inquiry.closeReason': () => inputFieldValidator('CloseInquiryInput.reason'),
  'Answer.body': () => inputFieldValidator('AnswerInquiryInput.body'),
  'Answer.schemaErrors': schemaErrors,
  'Fact.statement': () => inputFieldValidator('CreateFactInput.statement'),
  'Fact.tags': () => inputFieldValidator('CreateFactInput.tags'),
  'Report.attempted': () => inputFieldValidator('CreateReportInput.attempted'),
  'Report.target': () => inputFieldValidator('CreateReportInput.target'),
  'Report.error': () => inputFieldValidator('CreateReportInput.error'),
  'Report.environment': () => inputFieldValidator('CreateReportInput.environment'),
  'Report.workaround': () => inputFieldValidator('CreateReportInput.workaround'),
  'Report.evidence': () => inputFieldValidator('CreateReportInput.evidence'),
  'Report.tags': () => inputFieldValidator('CreateReportInput.tags'),
  'Signal.note': () => inputFieldValidator('SignalFactInput.note'),
  'WorkPacket.title': () => inputFieldValidator('CreateWorkInput.title'),
  'WorkPacket.statement': () => inputFieldValidator('CreateWorkInput.statement'),
  'WorkPacket.acceptance': criteria,
  'WorkPacket.claimTtlSeconds': () => inputFieldValidator('CreateWorkInput.claimTtlSeconds'),
  'WorkPacket.reviewTtlSeconds': () => inputFieldValidator('CreateWorkInput.reviewTtlSeconds'),
  'WorkPacket.minIndependentReviews': () => inputFieldValidator('CreateWorkInput.minIndependentReviews'),
  'WorkScope.name': scopeName,
  'WorkScope.description': () => text({ min: 0, max: 2000 }),
  'WorkScope.repairNote': () => inputFieldValidator('DisposeWorkInput.note'),
  'WorkClaim.scopeName': scopeName,
  'WorkClaim.ttlSeconds': () => inputFieldValidator('ClaimWorkInput.ttlSeconds'),
  'WorkSubmission.scopeName': scopeName,
  'WorkSubmission.artifact': () => inputFieldValidator('SubmitWorkInput.artifact'),
  'WorkSubmission.digest': () => inputFieldValidator('SubmitWorkInput.digest'),
  'WorkSubmission.evidence': () => inputFieldValidator('SubmitWorkInput.evidence'),
  'WorkSubmission.limitations': () => inputFieldValidator('SubmitWorkInput.limitations'),
  'WorkSubmission.decisionNote': () => inputFieldValidator('DisposeWorkInput.note'),
  'WorkReview.evidence': () => inputFieldValidator('ReviewSubmissionInput.evidence'),
  'WorkReview.digest': () => inputFieldValidator('ReviewSubmissionInput.digest'),
  'WorkReview.note': () => inputFieldValidator('ReviewSubmissionInput.note'),
  'WorkEvent.kind': () => oneOf(EVENT_KINDS),
  'WorkEvent.scopeName': scopeName,
  'WorkEvent.data': () => json({ maxBytes: 32_768, maxDepth: 3, object: true }),
  'AuditEntry.targetType': () => oneOf(TARGET_TYPES.filter(isInPublicLog)),
};
