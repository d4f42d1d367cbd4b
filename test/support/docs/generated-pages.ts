// The generated pages of docs/.
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { format, type FormatConfig } from 'oxfmt';
import { renderDecisionsPage } from './decisions-page.ts';
import { renderLimitsPage } from './limits-page.ts';
import { fillTables } from './reference-tables.ts';
import { renderSchemaChanges } from './schema-changes.ts';
import { repository } from './source.ts';
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

const options = JSON.parse(await readFile(join(repository, '.oxfmtrc.json'), 'utf8')) as FormatConfig;

/** Formats a page with oxfmt, as it is committed. */
export async function formatPage(path: string, text: string | Promise<string>): Promise<string> {
  return (await format(path, await text, options)).code;
}
