// Compares the schema with the released one: generates docs/schema-changes.md, and checks the policy of docs/graphql.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, CriticalityLevel, diff, DiffRule } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { repository } from './source.ts';
import { removalDateOf } from './deprecations.ts';

const readSchema = (path: string): GraphQLSchema => buildSchema(readFileSync(join(repository, path), 'utf8'));

export const readReleasedSchema = (): GraphQLSchema => readSchema('schema/released.graphql');
export const readCurrentSchema = (): GraphQLSchema => readSchema('schema/schema.graphql');

/** The changes, without changes of descriptions and without changes that follow from others, such as the fields of a new type. */
async function listChanges(before: GraphQLSchema, after: GraphQLSchema): Promise<readonly Change[]> {
  const changes = await diff(before, after, [DiffRule.simplifyChanges]);
  const relevant = changes.filter(({ type }) => !/DESCRIPTION/.test(type));
  return relevant.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

const toKey = ({ path = '', message }: Change): string => `${path} ${message}`;

const isBreaking = ({ criticality }: Change): boolean => criticality.level === CriticalityLevel.Breaking;

/**
 * Returns the breaking changes that docs/graphql.md forbids. Before version 1.0 it forbids none. From 1.0 on it allows only changes
 * of members that are deprecated with a removal date, after this date. `today` is a date such as 2027-01-31.
 */
export async function findForbiddenChanges(
  { before, after }: { readonly before: GraphQLSchema; readonly after: GraphQLSchema },
  { version, today }: { readonly version: string; readonly today: string },
): Promise<readonly string[]> {
  if (version.startsWith('0.')) return [];
  const changes = await listChanges(before, after);
  const forbidden = changes.filter((change) => {
    const date = removalDateOf(before, change.path ?? '');
    return isBreaking(change) && (date === null || date >= today);
  });
  return forbidden.map(({ message }) => message);
}

const SECTIONS = [
  [CriticalityLevel.Breaking, 'Breaking', 'Documents of callers fail, or their results have another shape.'],
  [
    CriticalityLevel.Dangerous,
    'Possibly breaking',
    'Documents stay valid. Programs that expect no further enum values or types may fail.',
  ],
  [CriticalityLevel.NonBreaking, 'Compatible', 'Documents and programs are not affected.'],
] as const;

/** The text of docs/schema-changes.md, not formatted. */
export async function renderSchemaChanges(
  before: GraphQLSchema = readReleasedSchema(),
  after: GraphQLSchema = readCurrentSchema(),
): Promise<string> {
  const changes = await listChanges(before, after);
  const sections = SECTIONS.map(([level, title, meaning]) => {
    const lines = changes
      .filter(({ criticality }) => criticality.level === level)
      .map(({ message }) => `- ${message.replaceAll(/'([^']*)'/g, '`$1`')}`);
    return `## ${title}\n\n${meaning}\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

const INTRODUCTION = `# Changes of the GraphQL schema

What has changed since the schema that was released last, [\`schema/released.graphql\`](../schema/released.graphql). Changes of
descriptions are left out. \`npm run docs\` writes this page. [graphql.md](graphql.md#versions) says which changes a version may have.
`;
