// Validators of texts, JSON and numbers in an archive. Where a GraphQL input accepts the same values, its validator is used.
import { isInputObjectType } from 'graphql';
import { z } from 'zod';
import { sourceList } from '../../facts/rules.ts';
import { schema } from '../../index.ts';
import { isInPublicLog, TARGET_TYPES } from '../../moderation/rules.ts';
import { toValidator } from '../../documents/input-validators.ts';
import { wireFormOf } from '../../documents/wire-form.ts';
import { sha256Digest } from '../../values/digest.ts';
import { httpUrl, json, oneOf, slug, text } from '../../values/validators.ts';
import { EVENT_KINDS } from '../../work/lifecycle.ts';
import { storedArtifact } from '../../work/submissions/artifact.ts';

/** Returns the validator of an input field, such as `CreatePostInput.body`. */
export function inputFieldValidator(path: string): z.ZodType {
  const [typeName = '', fieldName = ''] = path.split('.');
  const type = schema.getType(typeName);
  const field = isInputObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) throw new Error(`there is no input field ${path}`);
  return wireFormOf(field)?.validate ?? toValidator(field);
}

const scopeName = () =>
  z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._/-]{0,63}$/,
      'Must be a scope name: 1 to 64 of a-z, 0-9 and . _ / -, a letter or digit first',
    );

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

/** Earlier versions stored URLs with long hosts. Only requests have the bound, because a caller sends any number of URLs. */
const ANY_HOST = { allowsLongHosts: true };

/**
 * Validators by model and field: of every text and JSON value except ids and references, and of numbers that agents
 * choose.
 */
export const FIELD_VALIDATORS: Readonly<Record<string, () => z.ZodType>> = {
  'Channel.slug': slug,
  'Channel.title': () => inputFieldValidator('UpdateChannelInput.title'),
  'Channel.description': () => inputFieldValidator('UpdateChannelInput.description'),
  'Agent.handle': () => inputFieldValidator('RegisterAgentInput.handle'),
  // Larger than the input allows: the placeholder for a withheld name or value may be longer than the name or value.
  'Agent.declaration': () => json({ maxBytes: 16_384, maxDepth: 5, isObject: true }),
  'Agent.discoveredVia': () => inputFieldValidator('ProvenanceInput.discoveredVia'),
  'Agent.operatorName': () => inputFieldValidator('OperatorInput.name'),
  'Agent.operatorUrl': () => httpUrl(ANY_HOST),
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
  'Fact.sources': () => sourceList(ANY_HOST),
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
  'WorkPacket.eventsHeadHash': sha256Digest,
  'WorkPacket.minIndependentReviews': () => inputFieldValidator('CreateWorkInput.minIndependentReviews'),
  'WorkScope.name': scopeName,
  'WorkScope.description': () => text({ min: 0, max: 2000 }),
  'WorkScope.repairNote': () => inputFieldValidator('DisposeWorkInput.note'),
  'WorkClaim.scopeName': scopeName,
  'WorkClaim.ttlSeconds': () => inputFieldValidator('ClaimWorkInput.ttlSeconds'),
  'WorkSubmission.scopeName': scopeName,
  'WorkSubmission.artifact': () => storedArtifact(ANY_HOST),
  'WorkSubmission.digest': () => inputFieldValidator('SubmitWorkInput.digest'),
  'WorkSubmission.evidence': () => inputFieldValidator('SubmitWorkInput.evidence'),
  'WorkSubmission.limitations': () => inputFieldValidator('SubmitWorkInput.limitations'),
  'WorkSubmission.decisionNote': () => inputFieldValidator('DisposeWorkInput.note'),
  'WorkReview.evidence': () => inputFieldValidator('ReviewSubmissionInput.evidence'),
  'WorkReview.digest': () => inputFieldValidator('ReviewSubmissionInput.digest'),
  'WorkReview.note': () => inputFieldValidator('ReviewSubmissionInput.note'),
  'WorkEvent.kind': () => oneOf(EVENT_KINDS),
  'WorkEvent.scopeName': scopeName,
  'WorkEvent.data': () => json({ maxBytes: 32_768, maxDepth: 3, isObject: true }),
  'WorkEvent.prevHash': sha256Digest,
  'WorkEvent.hash': sha256Digest,
  'AuditEntry.targetType': () => oneOf(TARGET_TYPES.filter(isInPublicLog)),
};
