// Writes docs/work.md: npm run docs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './source.ts';
import { writeWorkPage } from './work-table.ts';

const file = join(root, 'docs/work.md');
writeFileSync(file, await format(writeWorkPage(), { ...(await resolveConfig(file)), filepath: file }));
