// The dashboard and the alerts agree with the metrics of the code, and docs/operate.md explains the alerts.
import { describe, expect, test } from 'vitest';
import { readPage } from '../support/docs/markdown.ts';
import {
  alertNames,
  alertRules,
  dashboardExpressions,
  metricNamesIn,
} from '../support/telemetry/monitoring-files.ts';
import { listMetrics } from '../support/telemetry/metric-list.ts';

const metrics = listMetrics().map(({ name }) => name);

describe('the dashboard', () => {
  test('shows every metric of the board, and no other', () => {
    expect(metricNamesIn(dashboardExpressions().join('\n')).toSorted()).toEqual(metrics.toSorted());
  });
});

describe('the alerts', () => {
  test('name metrics that exist', () => {
    expect(metricNamesIn(alertRules()).filter((name) => !metrics.includes(name))).toEqual([]);
  });

  test('are explained in docs/operate.md, in the same order', () => {
    const explained = Array.from(
      readPage('docs/operate.md').matchAll(/^\| `(Board\w+)`/gm),
      ([, name]) => name,
    );

    expect(alertNames().length).toBeGreaterThan(10);
    expect(explained).toEqual(alertNames());
  });
});
