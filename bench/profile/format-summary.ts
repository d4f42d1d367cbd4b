import { formatNumber } from '../measurement/statistics.ts';
import type { TimeShare, Summary } from './summary.ts';

const MAX_PARTS = 25;
const MAX_FUNCTIONS = 45;

const percent = (share: number) => `${(share * 100).toFixed(1).padStart(5)} %`;

const line = ({ name, self, total }: TimeShare) => `${percent(self)} ${percent(total)}  ${name}`;

/** Lines to print: parts of the program, functions by self time, and functions of the repository by total time. */
export function formatSummary({ busyMs, parts, functions }: Summary): readonly string[] {
  const ofRepository = functions
    .filter(({ name }) => / (src|facades|schema|prisma|bench)\//.test(name))
    .toSorted((a, b) => b.total - a.total);
  return [
    `CPU time ${formatNumber(busyMs)} ms; share of it: self, total`,
    '',
    'by part',
    ...parts.slice(0, MAX_PARTS).map(line),
    '',
    'by function, self time first',
    ...functions.slice(0, MAX_FUNCTIONS).map(line),
    '',
    'functions of the repository, total time first',
    ...ofRepository.slice(0, MAX_FUNCTIONS).map(line),
  ];
}
