// Generates docs/decisions/README.md: the titles of all decisions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './source.ts';

const folder = join(repository, 'docs/decisions');

/** The entry of a decision. Throws if its title does not begin with the number of the file. */
function toEntry(file: string): string {
  const number = file.slice(0, 4);
  const [title = ''] = readFileSync(join(folder, file), 'utf8').split('\n');
  if (!title.startsWith(`# ${number}: `)) throw new Error(`the title of ${file} must begin with ${number}`);
  return `- [${number}](${file}) ${title.slice(`# ${number}: `.length)}`;
}

/** The page before it is formatted by oxfmt. */
export const renderDecisionsPage = (): string => `# Decisions

Why the board is built as it is: a page for each decision, with context, consequences, and alternatives with their figures.
\`npm run docs\` writes this list.

${readdirSync(folder)
  .filter((file) => /^\d{4}-.*\.md$/.test(file))
  .toSorted()
  .map(toEntry)
  .join('\n')}
`;
