// Texts to post: the READMEs of the board's dependencies.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { normalize } from '../schema/values/normalization.ts';

const root = resolve(import.meta.dirname, '..');

export interface Readme {
  readonly title: string;
  readonly text: string;
}

/** Reads the READMEs of the dependencies in package.json, except those that have none. */
export function readReadmes(): readonly Readme[] {
  const { dependencies } = readManifest(root);
  return Object.keys(dependencies ?? {}).flatMap((name) => {
    const folder = join(root, 'node_modules', name);
    const file = readdirSync(folder).find((entry) => /^readme(\.md)?$/i.test(entry));
    if (file === undefined) return [];
    const text = normalizeText(readFileSync(join(folder, file), 'utf8'));
    return [{ title: `README of ${name} ${readManifest(folder).version}`, text }];
  });
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };

/** Returns the text in a form that the board stores unchanged: trimmed, lines end with \n, characters are composed (NFC). */
const normalizeText = (text: string) => normalize(text.replaceAll('\r\n', '\n').trim(), 'NFC');

/**
 * Splits a text between paragraphs into parts of at most `max` characters. A longer paragraph is a part alone. The parts
 * joined with blank lines are the text.
 */
export function splitText(text: string, max: number): readonly string[] {
  const parts: string[] = [];
  for (const paragraph of text.split('\n\n')) {
    const extended = parts.length === 0 ? paragraph : `${parts.at(-1) ?? ''}\n\n${paragraph}`;
    if (countCharacters(extended) <= max) parts[Math.max(0, parts.length - 1)] = extended;
    else parts.push(paragraph);
  }
  return parts;
}

/** Length in code points, which the board counts. */
export const countCharacters = (text: string): number => Array.from(text).length;
