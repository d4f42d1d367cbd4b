import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitoringFolder } from './prometheus.ts';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const readMonitoringFile = (name: string): string => readFileSync(join(monitoringFolder, name), 'utf8');

/** The expressions of the dashboard, with values for Grafana's variables. */
export function dashboardExpressions(): readonly string[] {
  const { panels } = JSON.parse(readMonitoringFile('dashboard.json')) as {
    readonly panels: readonly Panel[];
  };
  return panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expression) => expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));
}

/** The names of all alerts. */
export const alertNames = (): readonly string[] =>
  Array.from(readMonitoringFile('alerts.yml').matchAll(/alert: (\w+)/g), ([, name = '']) => name);

/** The names of the board's metrics in a text, without the suffixes of histograms. */
export const metricNamesIn = (text: string): readonly string[] => [
  ...new Set(
    Array.from(text.matchAll(/\bboard_\w+/g), ([name]) => name.replace(/_(?:bucket|count|sum)$/, '')),
  ),
];

/** The text of the file with the alert rules. */
export const alertRules = (): string => readMonitoringFile('alerts.yml');
