// Writes schema/schema.graphql: npm run schema. A test compares it with the schema.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../../../schema/index.ts';
import { repository } from './source.ts';

writeFileSync(join(repository, 'schema/schema.graphql'), `${printSchema(lexicographicSortSchema(schema))}\n`);
