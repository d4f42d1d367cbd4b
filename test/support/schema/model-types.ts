import { type GraphQLObjectType, isObjectType } from 'graphql';
import { schema } from '../../../schema/index.ts';

/** GraphQL types of models without a type of the same name, and the public form of audit entries. */
const TYPES: Readonly<Record<string, string>> = {
  WorkClaim: 'Claim',
  WorkSubmission: 'Submission',
  WorkReview: 'Review',
  AuditEntry: 'ModlogEntry',
};

/** The GraphQL type of a model; undefined if the schema does not show its rows. */
export function findTypeOf(model: string): GraphQLObjectType | undefined {
  const type = schema.getType(TYPES[model] ?? model);
  return isObjectType(type) ? type : undefined;
}
