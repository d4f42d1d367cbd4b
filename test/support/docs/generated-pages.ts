// The generated pages of docs/.
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { renderDecisionsPage } from './decisions-page.ts';
import { renderLimitsPage } from './limits-page.ts';
import { fillTables } from './reference-tables.ts';
import { renderSchemaChanges } from './schema-changes.ts';
import { root } from './source.ts';
import { renderWorkPage } from './work-page.ts';

/** By path: a function that returns the text of the page, not formatted. */
export const generatedPages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/schema-changes.md': () => renderSchemaChanges(),
  'docs/work.md': renderWorkPage,
  'docs/limits.md': renderLimitsPage,
  'docs/decisions/README.md': renderDecisionsPage,
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
