// Writes the generated pages and tables of docs/: npm run docs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPage, generatedPages } from './generated-pages.ts';
import { repository } from './source.ts';

for (const [path, write] of Object.entries(generatedPages))
  writeFileSync(join(repository, path), await formatPage(path, write()));
