import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import type { Command } from './command.ts';
import { type Measurement, totalCpuTime } from './measurement/measure.ts';
import { type CaseResult, hasFailed } from './cases/case-result.ts';
import type { BenchmarkReport } from './run.ts';
import { formatNumber } from './measurement/statistics.ts';

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Writes a formatted Markdown document to bench/. */
export async function writeDocument(name: string, parts: readonly string[]): Promise<void> {
  const { code } = await format(name, parts.join('\n\n'), { printWidth: 110 });
  await writeFile(join(import.meta.dirname, name), code);
}

export const markdownList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const HEAD = [
  'operation',
  'peer',
  'connections',
  'board/s',
  'peer/s',
  'ratio',
  'min ratio',
  'met',
  'ratio by CPU',
  'board p50 · p99 ms',
  'peer p50 · p99 ms',
  'board CPU ms: server + database',
  'peer CPU ms',
  'MB: board · peer',
];

const latency = ({ p50, p99 }: Measurement) => `${formatNumber(p50)} · ${formatNumber(p99)}`;
const cpu = ({ serverCpuMs: server, databaseCpuMs: database }: Measurement) =>
  `${formatNumber(server)} + ${formatNumber(database)}`;

function formatIsMet(result: CaseResult): string {
  if (hasFailed(result)) return 'failed';
  if (result.minRatio === null) return '';
  return result.ratio >= result.minRatio ? 'yes' : '**no**';
}

const toRow = (result: CaseResult): readonly (string | number)[] => {
  const { operation, peerName, connections, board, peer, ratio, minRatio } = result;
  return [
    operation,
    peerName,
    connections,
    formatNumber(board.responsesPerSecond),
    formatNumber(peer.responsesPerSecond),
    hasFailed(result) ? '–' : ratio.toFixed(2),
    minRatio === null ? '' : `≥ ${minRatio.toFixed(2)}`,
    formatIsMet(result),
    (totalCpuTime(peer) / totalCpuTime(board)).toFixed(2),
    latency(board),
    latency(peer),
    cpu(board),
    cpu(peer),
    `${formatNumber(board.residentMb)} · ${formatNumber(peer.residentMb)}`,
  ];
};

export const resultTable = (results: readonly CaseResult[]): string =>
  markdownTable(HEAD, results.map(toRow));

/** Writes a section of RESULTS.md. Replaces the section with the same title, if there is one. */
async function writeSection(title: string, parts: readonly string[]): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'RESULTS.md'), 'utf8');
  const sections = text.split(/^(?=## )/m).slice(1);
  const section = [`## ${title}`, ...parts].join('\n\n');
  const at = sections.findIndex((other) => other.startsWith(`## ${title}\n`));
  sections.splice(at < 0 ? sections.length : at, 1, section);
  await writeDocument('RESULTS.md', [
    '# Performance of the board and of comparable servers',
    'Written by `npm run bench`. [README.md](README.md) describes the method.',
    ...sections,
  ]);
}

/** Writes the section of RESULTS.md about the relevance of search. */
export const writeRelevance = (parts: readonly string[]): Promise<void> =>
  writeSection('Relevance of search', parts);

/** Writes the section of RESULTS.md about measurements with or without background writes. */
export const writeResults = (
  { machine, results }: BenchmarkReport,
  { posts, writes, rounds, seconds, generator }: Command,
): Promise<void> =>
  writeSection(writes > 0 ? `While ${writes} posts per second are written` : 'Without other writes', [
    markdownList([
      ...machine,
      `${posts} posts and the records that go with them; ${generator}; medians of ${rounds} rounds of ${seconds} s`,
    ]),
    resultTable(results),
  ]);
