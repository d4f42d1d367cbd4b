import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');

export interface SourceFile {
  /** From the root: `schema/index.ts`. */
  readonly path: string;
  readonly text: string;
  /** Files of the house it imports, from the root; values and types alike. */
  readonly imports: readonly string[];
}

const isGenerated = (path: string) => path.includes('/generated/');

/** The TypeScript files of some rooms. */
export const readSources = (...rooms: readonly string[]): readonly SourceFile[] =>
  rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true }).map((name) => join(room, String(name))),
    )
    .filter((path) => path.endsWith('.ts') && !isGenerated(path))
    .map(readSource);

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const found = text.matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+)'/g);
  const imports = [...found].map(([, target = '']) => relative(root, resolve(root, dirname(path), target)));
  return { path, text, imports };
}
