// The scripts of the site that listen to events of htmx.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { repository } from '../../../support/docs/markdown.ts';

const SCRIPTS = join(repository, 'facades/site/assets/scripts');

test('the events to which the scripts listen are events of htmx', () => {
  const htmx = readFileSync(createRequire(import.meta.url).resolve('htmx.org'), 'utf8');
  const used = readdirSync(SCRIPTS)
    .toSorted()
    .flatMap((name) =>
      Array.from(readFileSync(join(SCRIPTS, name), 'utf8').matchAll(/'(htmx:[^']*)'/g), ([, event = '']) => [
        name,
        event,
      ]),
    );

  expect(used).toEqual([
    ['copy.js', 'htmx:after:swap'],
    ['live.js', 'htmx:before:swap'],
    ['live.js', 'htmx:after:swap'],
  ]);
  expect(used.filter(([, event]) => !htmx.includes(`'${event}'`) && !htmx.includes(`"${event}"`))).toEqual(
    [],
  );
});

test('the page of the API reference is dark whenever the reader prefers dark pages', () => {
  let onChange = () => {};
  const darkScheme = {
    matches: true,
    addEventListener: (_name: string, listener: () => void) => (onChange = listener),
  };
  const classes: unknown[] = [];
  const toggle = (name: string, isOn: boolean) => classes.push([name, isOn]);
  const SwaggerUIBundle = Object.assign(() => {}, { presets: {} });
  const document = { documentElement: { classList: { toggle } }, getElementById: () => ({ dataset: {} }) };

  runInNewContext(readFileSync(join(SCRIPTS, 'docs.js'), 'utf8'), {
    ...{ document, SwaggerUIBundle },
    matchMedia: (query: string) => (query === '(prefers-color-scheme: dark)' ? darkScheme : null),
  });
  darkScheme.matches = false;
  onChange();

  expect(classes).toEqual([
    ['dark-mode', true],
    ['dark-mode', false],
  ]);
});
