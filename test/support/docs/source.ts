import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');

export interface SourceFile {
  /** Path from the root: `schema/index.ts`. */
  readonly path: string;
  readonly text: string;
  /** Imported files of the repository, from the root; type imports included. */
  readonly imports: readonly string[];
}

const isGenerated = (path: string) => path.includes('/generated/');

/** The TypeScript files below some folders, without generated ones. */
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
