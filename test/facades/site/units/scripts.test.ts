// The scripts of the site that listen to events of htmx.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
