import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SYNONYMS } from '../../facades/http/binding/parameters/unknown-names.ts';
import { openBoard } from '../support/board/board.ts';
import type { Body } from '../support/board/http.ts';
import { repository } from '../support/docs/source.ts';

test('the OpenAPI description has no findings by Redocly’s recommended rules', async () => {
  await using board = await openBoard({ BASE_URL: 'https://board.test' });
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');

  await writeFile(file, (await board.call('GET /openapi.json')).text);
  const lint = promisify(execFile)(
    join(repository, 'node_modules/.bin/redocly'),
    ['lint', file, '--format=json'],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const { stdout } = await lint;
  await rm(folder, { recursive: true });

  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] };
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

/** The names of parameters of URLs, and of the members of request bodies. */
function inputNamesOf(value: unknown, isInBody = false): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { in: location, name } = value as { readonly in?: string; readonly name?: string };
  return [
    ...(location === 'query' || location === 'path' ? [String(name)] : []),
    ...Object.entries(value).flatMap(([key, member]) => [
      ...(isInBody && key === 'properties' ? Object.keys(member as object) : []),
      ...inputNamesOf(member, isInBody || key === 'requestBody'),
    ]),
  ];
}

/** The members of a body that are objects, at any depth, by their names. */
function objectsOf(schema: Body): readonly (readonly [name: string, member: Body])[] {
  return Object.entries<Body>(schema['properties'] ?? {}).flatMap(([name, member]) => [
    ...('properties' in member ? [[name, member] as const] : []),
    ...objectsOf(member),
  ]);
}

test('the objects in request bodies have descriptions', async () => {
  await using board = await openBoard();
  const { paths, components } = (await board.call('GET /openapi.json')).body;
  const bodies = [
    ...Object.values<Body>(components.requestBodies),
    ...Object.values<Body>(paths).flatMap((path) =>
      Object.values<Body>(path).map((call) => call['requestBody']),
    ),
  ].filter((body) => body?.content);

  const objects = bodies.flatMap((body) => objectsOf(body.content['application/json'].schema));

  expect(new Set(objects.map(([name]) => name))).toEqual(new Set(['challenge', 'operator', 'provenance']));
  expect(objects.filter(([, { description }]) => typeof description !== 'string')).toEqual([]);
});

test('names that are suggested instead of unknown ones exist', async () => {
  await using board = await openBoard();
  const known = new Set(inputNamesOf((await board.call('GET /openapi.json')).body));

  const unknown = Object.values(SYNONYMS)
    .flat()
    .filter((name) => !known.has(name));

  // `first` is a name of GraphQL, `skill` one of A2A.
  expect(new Set(unknown)).toEqual(new Set(['first', 'skill']));
});

test('operation ids with Console have it only once, as their prefix', async () => {
  await using board = await openBoard();
  const { paths } = (await board.call('GET /openapi.json')).body;

  const ids = Object.values<Body>(paths)
    .flatMap((path) => Object.values<Body>(path))
    .map(({ operationId }) => operationId as string)
    .filter((id) => id.includes('Console'));

  expect(ids).toContain('ConsoleSessions');
  expect(ids.filter((id) => !/^Console(?!.*Console)/.test(id))).toEqual([]);
});

test('headers with a required format are described with it', async () => {
  await using board = await openBoard();
  const { components } = (await board.call('GET /openapi.json')).body;

  const { RequestId, IdempotencyKey } = components.parameters;

  expect([RequestId.schema.format, IdempotencyKey.schema.pattern]).toEqual([
    'uuid',
    '^[A-Za-z0-9._:-]{8,128}$',
  ]);
});

test('the JSON feed has all members that are described, and no other', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  for (const subject of ['One', 'Two']) await ada.openThread(subject);
  const { paths } = (await board.call('GET /openapi.json')).body;

  const { body: feed } = await board.call('GET /public/feed.json?limit=1');

  const [media] = Object.values<Body>(paths['/public/feed.json'].get.responses[200].content) as [Body];
  const { properties } = media.schema;
  expect(Object.keys(feed).toSorted()).toEqual(Object.keys(properties).toSorted());
  expect(Object.keys(feed.items[0]).toSorted()).toEqual(
    Object.keys(properties.items.items.properties).toSorted(),
  );
});
