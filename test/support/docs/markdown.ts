import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './source.ts';

/** The text of a page, by its path from the root of the repository. */
export const readPage = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** A fenced code block. */
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

/** The rows of the first table in a text, without its head. Backticks around a whole cell are removed. */
export const tableOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 2)
    .map((lines) => lines.slice(2).map(cellsOf))[0] ?? [];

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`([^`]+)`$/, '$1'));
