// The geometry and the texts of column charts, as exact values.
import { describe, expect, test } from 'vitest';
import { type Column, columnChart } from '../../../../facades/site/charts/column-chart.ts';
import { column, linesOf } from './chart-lines.ts';

const chartOf = (columns: readonly Column[], options: object = {}) =>
  linesOf(columnChart({ id: 'c', title: 'T', description: 'D', columns, ...options }));

describe('a column chart', () => {
  test('stacks its segments, with tooltips, and with `hasTotals` has the total above each column', async () => {
    expect(
      await chartOf([column('x', 1, 2), column('y', 0, 1000)], { hasTotals: true, size: 'medium' }),
    ).toEqual([
      '<svg viewBox=0 0 680 190>',
      'T',
      'D',
      '<line class=axis x1=44 x2=680 y1=170 y2=170>',
      '<text x=38 y=174> 0',
      '<line class=grid x1=44 x2=680 y1=138.8 y2=138.8>',
      '<text x=38 y=142.8> 200',
      '<line class=grid x1=44 x2=680 y1=107.6 y2=107.6>',
      '<text x=38 y=111.6> 400',
      '<line class=grid x1=44 x2=680 y1=76.4 y2=76.4>',
      '<text x=38 y=80.4> 600',
      '<line class=grid x1=44 x2=680 y1=45.2 y2=45.2>',
      '<text x=38 y=49.2> 800',
      '<line class=grid x1=44 x2=680 y1=14 y2=14>',
      '<text x=38 y=18> 1,000',
      '<path class=one d=M158 169.8h90v0.2h-90z>',
      'x, a: 1',
      '<path class=two d=M158 169.5h90v0.3h-90z>',
      'x, b: 2',
      '<path class=two d=M476 14h90v156h-90z>',
      'y, b: 1,000',
      '<text x=203 y=166.5 class=value> 3',
      '<text x=521 y=11 class=value> 1,000',
      '<text x=203 y=185> x',
      '<text x=521 y=185> y',
    ]);
  });

  test('that is small draws one path for each series, without tooltips', async () => {
    expect(await chartOf([column('x', 1, 2), column('y', 0, 3)], { size: 'small' })).toEqual([
      '<svg viewBox=0 0 360 120>',
      'T',
      'D',
      '<line class=axis x1=44 x2=360 y1=100 y2=100>',
      '<text x=38 y=104> 0',
      '<line class=grid x1=44 x2=360 y1=42.7 y2=42.7>',
      '<text x=38 y=46.7> 2',
      '<path class=one d=M78 71.3h90v28.7h-90z>',
      '<path class=two d=M78 14h90v57.3h-90zM236 14h90v86h-90z>',
      '<text x=123 y=115> x',
      '<text x=281 y=115> y',
    ]);
  });

  test('labels as many columns as fit, at equal distances', async () => {
    const columns = Array.from({ length: 40 }, (_, i) => column(`2026-01-${String(i).padStart(2, '0')}`, i));
    const labels = (await chartOf(columns)).filter(
      (line) => line.includes('2026') && line.startsWith('<text'),
    );
    expect(labels.map((line) => line.replace(/.*> /, ''))).toEqual([
      '2026-01-02',
      '2026-01-06',
      '2026-01-10',
      '2026-01-14',
      '2026-01-18',
      '2026-01-22',
      '2026-01-26',
      '2026-01-30',
      '2026-01-34',
      '2026-01-38',
    ]);
  });
});
