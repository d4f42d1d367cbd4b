// The generated pages of docs/.
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { writeDecisionsPage } from './decisions-page.ts';
import { writeLimitsPage } from './limits-page.ts';
import { fillTables } from './reference-tables.ts';
import { writeSchemaChanges } from './schema-changes.ts';
import { root } from './source.ts';
import { writeWorkPage } from './work-page.ts';

/** By path: a function that returns the text of the page, not formatted. */
export const generatedPages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/schema-changes.md': () => writeSchemaChanges(),
  'docs/work.md': writeWorkPage,
  'docs/limits.md': writeLimitsPage,
  'docs/decisions/README.md': writeDecisionsPage,
  ...Object.fromEntries(
    ['rest', 'get', 'mcp', 'a2a', 'errors', 'operate'].map((name) => [
      `docs/${name}.md`,
      () => fillTables(`docs/${name}.md`),
    ]),
  ),
};

/** Formats a page with prettier, as it is committed. */
export async function formatPage(path: string, text: string | Promise<string>): Promise<string> {
  const filepath = join(root, path);
  return format(await text, { ...(await resolveConfig(filepath)), filepath });
}
