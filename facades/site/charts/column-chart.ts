import { scaleBand, scaleLinear } from 'd3-scale';
import { html } from 'hono/html';
import type { Html } from '../markup/html.ts';
import { scrollable } from '../markup/table.ts';
import { formatNumber, roundToTenth } from '../markup/format.ts';

/** The CSS class that gives a segment its colour. */
export type Fill = 'one' | 'two' | 'three' | 'four' | 'five' | 'rest' | Outcome;

export type Outcome = 'worked' | 'partial' | 'failed' | 'inconclusive';

export interface Segment {
  readonly name: string;
  readonly fill: Fill;
  readonly value: number;
}

export interface Column {
  readonly label: string;
  /** From the bottom to the top. */
  readonly segments: readonly Segment[];
}

/** Width and height of the view box. The page scales the chart. */
const SIZES = {
  large: { width: 1000, height: 230 },
  medium: { width: 680, height: 190 },
  small: { width: 360, height: 120 },
} as const;
const MARGIN_LEFT = 44;
const MARGIN_TOP = 14;
const MARGIN_BOTTOM = 20;
const MAX_COLUMN_WIDTH = 90;
/** Estimated width of a character of a label, and the space between two labels. */
const CHARACTER_WIDTH = 7;
const LABEL_GAP = 10;

const totalOf = ({ segments }: Pick<Column, 'segments'>): number =>
  segments.reduce((sum, { value }) => sum + value, 0);

/**
 * A chart of stacked columns as SVG. `id` is unique on the page. With `hasTotals`, each column has its total above it. Pages
 * add the same data as a table (`details`) for readers who cannot see the chart.
 */
export function columnChart({
  id,
  title,
  description,
  columns,
  hasTotals = false,
  size = 'large',
}: {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly Column[];
  readonly hasTotals?: boolean;
  readonly size?: keyof typeof SIZES;
}): Html {
  const scales = createScales(columns, size);
  const chart = html`<svg
    class="chart ${size}"
    viewBox="0 0 ${scales.chartWidth} ${scales.labelY + 5}"
    role="img"
    aria-labelledby="${id}-t ${id}-d"
  >
    <title id="${id}-t">${title}</title>
    <desc id="${id}-d">${description}</desc>
    ${scales.ticks.map((value) => gridLine(value, scales))}
    ${scales.hasTooltips ? columns.map((column, i) => drawColumn(column, i, scales)) : drawSeries(columns, scales)}
    ${hasTotals ? columns.map((column, i) => totalLabel(column, i, scales)) : ''}
    ${labelledIndexes(columns, scales.chartWidth).map((i) => columnLabel(columns[i]?.label ?? '', i, scales))}
  </svg>`;
  return size === 'small' ? chart : scrollable(`${title}, chart`, chart);
}

interface Scales {
  readonly chartWidth: number;
  readonly columnWidth: number;
  /** Left edge of the column with this index. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly ticks: readonly number[];
  /** Baseline of the labels under the columns. */
  readonly labelY: number;
  /** Whether segments have a `<title>`, which browsers show as a tooltip. */
  readonly hasTooltips: boolean;
}

function createScales(columns: readonly Column[], size: keyof typeof SIZES): Scales {
  const { width: chartWidth, height } = SIZES[size];
  const indexes = columns.map((_, i) => String(i));
  const x = scaleBand(indexes, [MARGIN_LEFT, chartWidth]).paddingInner(0.2).paddingOuter(0.1);
  const columnWidth = Math.min(MAX_COLUMN_WIDTH, roundToTenth(x.bandwidth()));
  const padding = (x.bandwidth() - columnWidth) / 2;
  const maxTotal = Math.max(1, ...columns.map(totalOf));
  const y = scaleLinear([0, maxTotal], [height - MARGIN_BOTTOM, MARGIN_TOP]).nice(4);
  return {
    chartWidth,
    columnWidth,
    x: (index) => roundToTenth((x(String(index)) ?? 0) + padding),
    y: (value) => roundToTenth(y(value)),
    ticks: y.ticks(size === 'small' ? 2 : 4).filter(Number.isInteger),
    labelY: height - 5,
    hasTooltips: size !== 'small',
  };
}

const drawColumn = (column: Column, index: number, scales: Scales): readonly (Html | string)[] =>
  column.segments.map((segment, i) => {
    if (segment.value === 0) return '';
    const path = outlineOf(column.segments, i, scales.x(index), scales);
    return html`<path class="${segment.fill}" d="${path}">${tooltip(column, segment)}</path>`;
  });

/** Draws the segments with the same index in all columns as one path, which makes the SVG smaller. */
const drawSeries = (columns: readonly Column[], scales: Scales): readonly Html[] =>
  (columns[0]?.segments ?? []).map(({ fill }, i) => {
    const outlines = columns.map(({ segments }, column) =>
      segments[i]?.value ? outlineOf(segments, i, scales.x(column), scales) : '',
    );
    return html`<path class="${fill}" d="${outlines.join('')}"></path>`;
  });

/** The rectangle of the segment with this index, on top of those before it. */
function outlineOf(
  segments: readonly Segment[],
  index: number,
  x: number,
  { y, columnWidth: width }: Scales,
): string {
  const below = totalOf({ segments: segments.slice(0, index) });
  const [bottom, top] = [y(below), y(below + (segments[index]?.value ?? 0))];
  return `M${x} ${top}h${width}v${roundToTenth(bottom - top)}h-${width}z`;
}

const tooltip = ({ label }: Column, { name, value }: Segment): Html =>
  html`<title>${label}${name === '' ? '' : `, ${name}`}: ${formatNumber(value)}</title>`;

const gridLine = (value: number, { y, chartWidth }: Scales): Html =>
  html`<line
      class="${value === 0 ? 'axis' : 'grid'}"
      x1="${MARGIN_LEFT}"
      x2="${chartWidth}"
      y1="${y(value)}"
      y2="${y(value)}"
    ></line>
    <text x="${MARGIN_LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${formatNumber(value)}</text>`;

function totalLabel(column: Column, index: number, { x, y, columnWidth }: Scales): Html {
  const total = totalOf(column);
  return html`<text
    class="value"
    x="${roundToTenth(x(index) + columnWidth / 2)}"
    y="${roundToTenth(y(total) - 3)}"
    text-anchor="middle"
  >
    ${formatNumber(total)}
  </text>`;
}

const columnLabel = (label: string, index: number, { x, columnWidth, labelY }: Scales): Html =>
  html`<text x="${roundToTenth(x(index) + columnWidth / 2)}" y="${labelY}" text-anchor="middle"
    >${label}</text
  >`;

/** The indexes of the columns that have a label: at equal distances, as many as fit into the width. */
function labelledIndexes(columns: readonly Column[], chartWidth: number): readonly number[] {
  const longest = Math.max(1, ...columns.map(({ label }) => label.length));
  const labelWidth = longest * CHARACTER_WIDTH + LABEL_GAP;
  const maxLabels = Math.max(1, Math.floor((chartWidth - MARGIN_LEFT) / labelWidth));
  const step = Math.max(1, Math.ceil(columns.length / maxLabels));
  const first = Math.floor(step / 2);
  return columns.map((_, i) => i).filter((i) => i % step === first);
}

/** A list of names with the colours that stand for them in a chart. */
export const legend = (segments: readonly Omit<Segment, 'value'>[]): Html =>
  html`<ul class="legend">
    ${segments.map(
      ({ name, fill }) =>
        html`<li>
          <svg viewBox="0 0 8 8" aria-hidden="true">
            <rect class="${fill}" width="8" height="8" rx="2"></rect></svg
          >${name}
        </li>`,
    )}
  </ul>`;
