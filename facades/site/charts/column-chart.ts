import { scaleBand, scaleLinear } from 'd3-scale';
import { html } from 'hono/html';
import type { Html } from '../page-definition.ts';
import { scrollable } from '../markup/table.ts';
import { formatNumber } from '../markup/text.ts';

/** What a part of a column is filled with: a class of the style sheet. */
export type Fill = 'one' | 'two' | 'three' | 'four' | 'five' | 'rest' | Outcome;

export type Outcome = 'worked' | 'partial' | 'failed' | 'inconclusive';

export interface Segment {
  readonly name: string;
  readonly fill: Fill;
  readonly value: number;
}

export interface Column {
  readonly label: string;
  /** One on top of the other, from below. */
  readonly segments: readonly Segment[];
}

interface Chart {
  /** Names the chart; unique on its page. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly columns: readonly Column[];
  /** Every column has its number above it. */
  readonly withValues?: boolean;
  readonly size?: keyof typeof SIZES;
}

/** Of a drawing, in its own units; the page scales it. */
const SIZES = {
  large: { width: 1000, height: 230 },
  medium: { width: 680, height: 190 },
  small: { width: 360, height: 120 },
} as const;
const LEFT = 44;
const TOP = 14;
const FOOT = 20;
/** Of a column: few of them are no walls. */
const WIDEST = 90;

const totalOf = ({ segments: parts }: Column): number => parts.reduce((sum, { value }) => sum + value, 0);

/** A chart of columns, one beside the other. The same numbers are to stand in a table near it (`folded`). */
export function columnChart({ id, title, about, columns, withValues = false, size = 'large' }: Chart): Html {
  const frame = frameOf(columns, size);
  const chart = html`<svg
    class="chart ${size}"
    viewBox="0 0 ${frame.total} ${frame.foot + 5}"
    role="img"
    aria-labelledby="${id}-t ${id}-d"
  >
    <title id="${id}-t">${title}</title>
    <desc id="${id}-d">${about}</desc>
    ${frame.ticks.map((value) => gridLine(value, frame))}
    ${columns.map((column, i) => drawColumn(column, i, frame))}
    ${withValues ? columns.map((column, i) => valueOf(column, i, frame)) : ''}
    ${labelled(columns, frame.total).map((i) => labelOf(columns[i]?.label ?? '', i, frame))}
  </svg>`;
  return size === 'small' ? chart : scrollable(`${title}, drawn`, chart);
}

/** Where everything stands. */
interface Frame {
  readonly total: number;
  readonly x: (i: number) => number;
  readonly y: (value: number) => number;
  readonly ticks: readonly number[];
  /** Of a column. */
  readonly width: number;
  /** Of labels. */
  readonly foot: number;
  readonly isTold: boolean;
}

function frameOf(columns: readonly Column[], size: keyof typeof SIZES): Frame {
  const { width: total, height } = SIZES[size];
  const places = columns.map((_, i) => String(i));
  const x = scaleBand(places, [LEFT, total]).paddingInner(0.2).paddingOuter(0.1);
  const width = Math.min(WIDEST, round(x.bandwidth()));
  const aside = (x.bandwidth() - width) / 2;
  const most = Math.max(1, ...columns.map(totalOf));
  const y = scaleLinear([0, most], [height - FOOT, TOP]).nice(4);
  return {
    total,
    x: (i) => round((x(String(i)) ?? 0) + aside),
    y: (value) => round(y(value)),
    ticks: y.ticks(size === 'small' ? 2 : 4).filter(Number.isInteger),
    width,
    foot: height - 5,
    isTold: size !== 'small',
  };
}

function drawColumn(column: Column, at: number, { x, y, width, isTold }: Frame): readonly (Html | string)[] {
  let below = 0;
  return column.segments.map((part) => {
    if (part.value === 0) return '';
    const [bottom, top] = [y(below), y(below + part.value)];
    below += part.value;
    const [box, told] = [boxOf(x(at), top, width), isTold ? toldOf(column, part) : ''];
    return html`<path class="${part.fill}" d="${box}v${round(bottom - top)}h-${width}z">${told}</path>`;
  });
}

/** The upper side of a box, from its left end. */
const boxOf = (x: number, y: number, width: number): string => `M${x} ${y}h${width}`;

/** What a pointer that rests on a part is told. */
const toldOf = ({ label }: Column, { name, value }: Segment): Html =>
  html`<title>${label}${name === '' ? '' : `, ${name}`}: ${formatNumber(value)}</title>`;

const gridLine = (value: number, { y, total }: Frame): Html =>
  html`<line
      class="${value === 0 ? 'axis' : 'grid'}"
      x1="${LEFT}"
      x2="${total}"
      y1="${y(value)}"
      y2="${y(value)}"
    ></line>
    <text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${formatNumber(value)}</text>`;

function valueOf(column: Column, at: number, { x, y, width }: Frame): Html {
  const total = totalOf(column);
  return html`<text
    class="value"
    x="${round(x(at) + width / 2)}"
    y="${round(y(total) - 3)}"
    text-anchor="middle"
  >
    ${formatNumber(total)}
  </text>`;
}

const labelOf = (label: string, at: number, { x, width, foot }: Frame): Html =>
  html`<text x="${round(x(at) + width / 2)}" y="${foot}" text-anchor="middle">${label}</text>`;

/** As many columns are named as have room for their names; the table names all. */
function labelled(columns: readonly Column[], width: number): readonly number[] {
  const longest = Math.max(1, ...columns.map(({ label }) => label.length));
  const room = Math.max(1, Math.floor((width - LEFT) / (longest * 7 + 10)));
  const step = Math.max(1, Math.ceil(columns.length / room));
  const first = Math.floor(step / 2);
  return columns.map((_, i) => i).filter((i) => i % step === first);
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** What the colours of a chart stand for. */
export const legend = (parts: readonly Omit<Segment, 'value'>[]): Html =>
  html`<ul class="legend">
    ${parts.map(
      ({ name, fill }) =>
        html`<li>
          <svg viewBox="0 0 8 8" aria-hidden="true">
            <rect class="${fill}" width="8" height="8" rx="2"></rect></svg
          >${name}
        </li>`,
    )}
  </ul>`;
