import type { Column } from '../../../../facades/site/charts/column-chart.ts';
import type { Html } from '../../../../facades/site/markup/html.ts';
import { outlineOf } from '../../../support/pages/outline.ts';

/** The shapes and the texts of markup, one per line. */
export const linesOf = async (html: Html | string): Promise<readonly string[]> =>
  outlineOf(`<!doctype html><main>${String(await html)}</main>`).split('\n');

/** A column with a segment for each value. The segments are named `a` and `b`, in this order. */
export const column = (label: string, ...values: number[]): Column => ({
  label,
  segments: values.map((value, i) => ({
    name: ['a', 'b'][i] ?? '',
    fill: (['one', 'two'] as const)[i] ?? 'rest',
    value,
  })),
});
