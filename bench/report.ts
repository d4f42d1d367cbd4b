import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import type { Command } from './command.ts';
import { type Measure, workOf } from './measurement/measure.ts';
import { type Figure, hasFailed } from './cases/case-result.ts';
import type { Results } from './run.ts';
import { short } from './measurement/statistics.ts';

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Writes a document beside the bench, laid out as every document of the house is. */
export async function writeDocument(name: string, parts: readonly string[]): Promise<void> {
  const text = await format(parts.join('\n\n'), { parser: 'markdown', printWidth: 110 });
  await writeFile(join(import.meta.dirname, name), text);
}

export const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const HEAD = [
  'operation',
  'peer',
  'connections',
  'ours/s',
  'theirs/s',
  'ratio',
  'goal',
  'met',
  'ratio by CPU',
  'ours p50 · p99 ms',
  'theirs p50 · p99 ms',
  'ours CPU ms: server + database',
  'theirs CPU ms',
];

const latency = ({ p50, p99 }: Measure) => `${short(p50)} · ${short(p99)}`;
const cpu = ({ server, database }: Measure) => `${short(server)} + ${short(database)}`;

function metBy(figure: Figure): string {
  if (hasFailed(figure)) return 'failed';
  if (figure.goal === null) return '';
  return figure.ratio >= figure.goal ? 'yes' : '**no**';
}

const toRow = (figure: Figure): readonly (string | number)[] => {
  const { operation, opponent, connections, ours, theirs, ratio, goal } = figure;
  return [
    operation,
    opponent,
    connections,
    short(ours.rate),
    short(theirs.rate),
    hasFailed(figure) ? '–' : ratio.toFixed(2),
    goal === null ? '' : `≥ ${goal.toFixed(2)}`,
    metBy(figure),
    (workOf(theirs) / workOf(ours)).toFixed(2),
    latency(ours),
    latency(theirs),
    cpu(ours),
    cpu(theirs),
  ];
};

export const figureTable = (figures: readonly Figure[]): string => table(HEAD, figures.map(toRow));

/** What the whole bench found. */
export const writeResults = (
  { machine, figures }: Results,
  { posts, writes, rounds, seconds, generator }: Command,
) =>
  writeDocument('RESULTS.md', [
    '# What the board does beside servers written by hand',
    'Written by `npm run bench`; how it is measured is in [README.md](README.md).',
    list([
      ...machine,
      `${posts} posts and what goes with them; ${writes} more are written each second meanwhile; ${generator}; medians of ${rounds} rounds of ${seconds} s`,
    ]),
    figureTable(figures),
  ]);
