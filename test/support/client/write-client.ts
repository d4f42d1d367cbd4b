// Writes the generated files of client/: npm run schema.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '../../../schema/index.ts';
import { formatPage } from '../docs/generated-pages.ts';
import { repository } from '../docs/source.ts';
import { generateClient } from './generate-client.ts';

for (const [path, text] of Object.entries(generateClient(schema)))
  writeFileSync(join(repository, path), await formatPage(path, text));
