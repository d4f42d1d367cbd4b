import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../..');

export const readme = readFileSync(join(repository, 'README.md'), 'utf8');

/** The text under a heading of the README, up to the next heading. */
export function sectionOf(heading: string): string {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`the README has no section “${heading}”`);
  return section;
}

export interface Fence {
  readonly language: string;
  readonly text: string;
}

/** The fenced code blocks of a text. */
export const fencesOf = (text: string): readonly Fence[] =>
  Array.from(text.matchAll(/^```(\w*)\n(.*?)^```$/gms), ([, language = '', code = '']) => ({
    language,
    text: code,
  }));

/** The rows of all tables in a text, without their heads. Backticks around a whole cell are removed. */
export const tablesOf = (text: string): readonly (readonly (readonly string[])[])[] =>
  text
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 2)
    .map((lines) => lines.slice(2).map(cellsOf));

/** The rows of the first table in a text. */
export const tableOf = (text: string): readonly (readonly string[])[] => tablesOf(text)[0] ?? [];

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`([^`]+)`$/, '$1'));
