import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The folder of the repository. */
export const repository = resolve(import.meta.dirname, '../../..');

export interface SourceFile {
  /** Path from the root: `schema/index.ts`. */
  readonly path: string;
  readonly text: string;
  /** Paths from the root of imported files of the repository, type imports included. */
  readonly imports: readonly string[];
}

const isGenerated = (path: string) => path.includes('/generated/');

/** The TypeScript files below some folders, without generated ones. */
export const readSources = (...folders: readonly string[]): readonly SourceFile[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true }).map((name) => join(folder, String(name))),
    )
    .filter((path) => path.endsWith('.ts') && !isGenerated(path) && !path.includes('/node_modules/'))
    .map(readSource);

function readSource(path: string): SourceFile {
  const text = readFileSync(join(repository, path), 'utf8');
  const matches = text.matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+)'/g);
  const imports = [...matches].map(([, target = '']) =>
    relative(repository, resolve(repository, dirname(path), target)),
  );
  return { path, text, imports };
}
