import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
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
  const text = await format(parts.join('\n\n'), { parser: 'markdown', printWidth: 110 });
  await writeFile(join(import.meta.dirname, name), text);
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
];

const latency = ({ p50, p99 }: Measurement) => `${formatNumber(p50)} · ${formatNumber(p99)}`;
const cpu = ({ serverCpuMs: server, databaseCpuMs: database }: Measurement) =>
  `${formatNumber(server)} + ${formatNumber(database)}`;

function formatMet(result: CaseResult): string {
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
    formatMet(result),
    (totalCpuTime(peer) / totalCpuTime(board)).toFixed(2),
    latency(board),
    latency(peer),
    cpu(board),
    cpu(peer),
  ];
};

export const resultTable = (results: readonly CaseResult[]): string =>
  markdownTable(HEAD, results.map(toRow));

const RELEVANCE_TITLE = '## Relevance of search';

/** Splits RESULTS.md before the section about relevance. */
async function readResults(): Promise<readonly [performance: string, relevance: string]> {
  const text = await readFile(join(import.meta.dirname, 'RESULTS.md'), 'utf8');
  const at = text.indexOf(RELEVANCE_TITLE);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** Writes the section of RESULTS.md about the relevance of search. */
export async function writeRelevance(parts: readonly string[]): Promise<void> {
  const [performance] = await readResults();
  await writeDocument('RESULTS.md', [performance, RELEVANCE_TITLE, ...parts]);
}

/** Writes RESULTS.md, except for the section about relevance. */
export const writeResults = async (
  { machine, results }: BenchmarkReport,
  { posts, writes, rounds, seconds, generator }: Command,
) =>
  writeDocument('RESULTS.md', [
    '# Performance of the board and of comparable servers',
    'Written by `npm run bench`. [README.md](README.md) describes the method.',
    markdownList([
      ...machine,
      `${posts} posts and the records that go with them; ${writes} posts written per second during measurements; ${generator}; medians of ${rounds} rounds of ${seconds} s`,
    ]),
    resultTable(results),
    (await readResults())[1],
  ]);
