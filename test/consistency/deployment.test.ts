// Checks the files of deploy/ against each other and against the configuration.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentSchema } from '../../src/config.ts';
import type { Body } from '../support/board/http.ts';
import { readPage } from '../support/docs/markdown.ts';
import { repository } from '../support/docs/source.ts';

const folder = join(repository, 'deploy');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

/** Variables that the board reads. */
const VARIABLES = new Set([...Object.keys(environmentSchema.shape), 'NODE_ENV']);

const unknownOf = (names: readonly string[]) => names.filter((name) => !VARIABLES.has(name));

test('npm scripts, the image and the systemd unit limit V8’s semi-space to 16 MiB', () => {
  const option = '--max-semi-space-size=16';
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

  expect(scripts.start).toContain(`node ${option} src/agent-board.js`);
  expect(scripts.board).toContain(`node ${option} src/agent-board.js`);
  expect(read('Containerfile')).toContain(`ENTRYPOINT ["node", "${option}", `);
  expect(read('systemd/agent-board.service')).toContain(`node ${option} src/agent-board.js`);
});

describe('deploy/compose', () => {
  const compose = parse(read('compose/compose.yaml'), { merge: true });
  const services = Object.entries<Body>(compose.services);
  const boards = services.filter(([name]) => name === 'migrate' || name.startsWith('board-'));

  test('sets only variables of the board', () => {
    expect(boards.map(([name]) => name)).toEqual(['migrate', 'board-1', 'board-2']);
    expect(boards.flatMap(([, { environment }]) => unknownOf(Object.keys(environment)))).toEqual([]);
  });

  test('runs boards with a read-only root and without capabilities', () => {
    for (const [, board] of boards)
      expect(board).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
  });

  test('lets Redis evict the counts that were used least recently when its memory is full', () => {
    const { command } = compose.services.redis;

    expect(command.slice(command.indexOf('--maxmemory')).slice(0, 4)).toEqual([
      ...['--maxmemory', '64mb'],
      ...['--maxmemory-policy', 'volatile-lru'],
    ]);
  });

  test('has an example value for each variable that compose.yaml requires', () => {
    const used = new Set(
      Array.from(read('compose/compose.yaml').matchAll(/\$\{(\w+):\?/g), ([, name]) => name),
    );
    const given = Array.from(read('compose/.env.example').matchAll(/^(\w+)=/gm), ([, name]) => name);

    expect(used.size).toBeGreaterThan(0);
    expect([...used].filter((name) => !given.includes(name))).toEqual([]);
  });

  test('refers to services, volumes and files that exist', () => {
    const names = services.map(([name]) => name);
    const dependencies = services.flatMap(([, service]) => Object.keys(service.depends_on ?? {}));
    const volumes = services.flatMap(([, service]) =>
      (service.volumes ?? []).map((text: string) => text.split(':')[0]),
    );
    const proxied = Array.from(read('compose/Caddyfile').matchAll(/([\w-]+):400\d/g), ([, name]) => name);

    expect([...dependencies, ...proxied].filter((name) => !names.includes(name ?? ''))).toEqual([]);
    expect(
      volumes.filter((name) => !(name in compose.volumes) && !existsSync(join(folder, 'compose', name))),
    ).toEqual([]);
  });

  test('has PgBouncer wait no longer than deploy/machine/pgbouncer.ini', () => {
    const { QUERY_WAIT_TIMEOUT, SERVER_LOGIN_RETRY } = compose.services.pgbouncer.environment;
    const settings = read('machine/pgbouncer.ini');

    expect(settings).toContain(`\nquery_wait_timeout = ${QUERY_WAIT_TIMEOUT}\n`);
    expect(settings).toContain(`\nserver_login_retry = ${SERVER_LOGIN_RETRY}\n`);
  });

  test('has Caddy close connections on which nothing arrives, also at the port that redirects to HTTPS', () => {
    const config = read('compose/Caddyfile');

    expect(config).toMatch(/^\{\n\tservers \{\n[^}]*timeouts \{\n\t{3}read_header 10s\n\t{3}idle 75s\n/m);
    expect(config).toContain('\nhttp:// {\n}\n');
  });

  test('has Caddy cancel requests whose clients have disconnected, which `flush_interval -1` would prevent', () => {
    expect(read('compose/Caddyfile')).not.toMatch(/^\s*flush_interval\s+-1/m);
  });

  test('has Caddy delete the trace context of callers', () => {
    expect(read('compose/Caddyfile')).toMatch(
      /^\(board\) \{\n[^}]*\n\theader_up -Traceparent\n\theader_up -Tracestate\n\}/m,
    );
  });

  test('trusts the network of the services as proxies', () => {
    const [{ subnet }] = compose.networks.default.ipam.config;

    for (const [, { environment }] of boards) expect(environment.TRUSTED_PROXIES).toBe(subnet);
  });
});

describe('deploy/machine', () => {
  const page = readPage('docs/deploy.md');

  test('leads HAProxy to the ports that docs/deploy.md sets', () => {
    const ports = Array.from(
      read('machine/haproxy.cfg').matchAll(/(?<=127\.0\.0\.1:|port )\d+/g),
      ([port]) => port,
    );

    expect(new Set(ports)).toEqual(new Set(['4010', '4011', '4020', '4021']));
    expect(page).toContain('\nPORT=40${i}0\nSITE_PORT=40${i}1\n');
  });

  test('limits each region to a tenth of HAProxy’s connections, and to the same number of concurrent requests', () => {
    const config = read('machine/haproxy.cfg');
    const [, max] = /^ {2}maxconn (\d+)$/m.exec(config) ?? [];
    const [, maxOfNetwork] =
      /track-sc0 src,ipmask\(24,48\)\n.*reject if \{ sc0_conn_cur gt (\d+) \}$/m.exec(config) ?? [];
    const [, maxRequests] =
      /track-sc1 src,ipmask\(24,48\) table requests\n.*deny .* if \{ sc1_conn_cur gt (\d+) \}$/m.exec(
        config,
      ) ?? [];

    expect(Number(max)).toBeGreaterThan(0);
    expect([maxOfNetwork, maxRequests].map(Number)).toEqual([Number(max) / 10, Number(max) / 10]);
    expect(config).toMatch(/\nbackend requests\n {2}stick-table type ipv6 .* store conn_cur\n/);
    expect(config).toContain('\n  timeout http-request 10s\n');
  });

  test('has HAProxy abort requests whose clients have disconnected', () => {
    expect(read('machine/haproxy.cfg')).toMatch(/^defaults\n(?: .*\n)* {2}option abortonclose\n/m);
  });

  test('has HAProxy wait for a health check longer than the delay beyond which a board refuses requests', () => {
    expect(read('machine/haproxy.cfg')).toMatch(/^defaults\n(?: .*\n)* {2}timeout check 3s\n/m);
  });

  test('has HAProxy delete the trace context of callers', () => {
    expect(read('machine/haproxy.cfg')).toMatch(
      /^frontend https\n(?: .*\n)* {2}http-request del-header traceparent\n {2}http-request del-header tracestate\n/m,
    );
  });

  test('has PgBouncer listen at the port of DATABASE_URL', () => {
    const [, port] = /^listen_port = (\d+)$/m.exec(read('machine/pgbouncer.ini')) ?? [];

    expect(page).toContain(`\nDATABASE_URL=postgresql://board:$PASSWORD@127.0.0.1:${port}/board\n`);
  });
});

describe('deploy/kubernetes', () => {
  const manifests = readdirSync(join(folder, 'kubernetes')).flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}`)).map((document) => document.toJS()),
  );
  const ofKind = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!;
  const templates = [ofKind('Deployment'), ofKind('Job')].map(({ spec }) => spec.template);
  const containers = templates.flatMap(({ spec }) => spec.containers);

  test('lists in its kustomization every manifest but the migration job', () => {
    const files = readdirSync(join(folder, 'kubernetes'));

    expect([...ofKind('Kustomization').resources, 'kustomization.yaml', 'migrate-job.yaml'].sort()).toEqual(
      files,
    );
  });

  test('limits the memory of a board to 1 GiB, and nothing else', () => {
    const { limits } = ofKind('Deployment').spec.template.spec.containers[0].resources;

    expect(limits).toEqual({ memory: '1Gi' });
  });

  test('sets only variables of the board, also in the secret of the documentation', () => {
    const secret = Array.from(
      readPage('docs/deploy.md').matchAll(/--from-literal=(\w+)/g),
      ([, name]) => name!,
    );

    expect(unknownOf([...Object.keys(ofKind('ConfigMap').data), ...secret])).toEqual([]);
    expect(secret).toEqual(expect.arrayContaining(['DATABASE_URL', 'KEY_PEPPER']));
  });

  test('runs boards without privileges and with a read-only root', () => {
    for (const { spec } of templates) expect(spec.securityContext).toMatchObject({ runAsNonRoot: true });
    for (const { securityContext } of containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  test('selects the pods of the deployment', () => {
    const { labels } = templates[0].metadata;
    const selectors = [
      ofKind('Deployment').spec.selector.matchLabels,
      ofKind('Service').spec.selector,
      ofKind('PodDisruptionBudget').spec.selector.matchLabels,
      ofKind('NetworkPolicy').spec.podSelector.matchLabels,
    ];

    for (const selector of selectors) expect(labels).toMatchObject(selector);
  });

  test('probes the board, and migrates with the image of the kustomization', () => {
    const [board, migrate] = containers;
    const { newName, newTag } = ofKind('Kustomization').images[0];

    expect(
      [board.startupProbe, board.livenessProbe, board.readinessProbe].map(({ httpGet }) => httpGet.path),
    ).toEqual(['/healthz', '/healthz', '/readyz']);
    expect(migrate.image).toBe(`${newName}:${newTag}`);
  });
});

describe('deploy/systemd', () => {
  const units = readdirSync(join(folder, 'systemd')).filter((name) => name.endsWith('.service'));

  test.each(units)('%s sets only variables of the board and runs an existing script unprivileged', (name) => {
    const unit = read(`systemd/${name}`);
    const [, settings = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    const [, script = ''] = /^ExecStart=.*node (?:--\S+ )*(\S+\.js) /m.exec(unit) ?? [];

    expect(unknownOf(settings.split(' ').map((setting) => setting.split('=')[0]!))).toEqual([]);
    expect([script, existsSync(join(repository, script))]).toEqual(['src/agent-board.js', true]);
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'UMask=0077',
    ])
      expect(unit).toContain(`\n${line}\n`);
  });
});

describe('deploy/Containerfile', () => {
  const text = read('Containerfile');

  test('runs as a user without privileges', () => {
    expect(text.match(/^USER .*/gm)).toEqual(['USER 1000:1000']);
  });

  test('sets only variables of the board', () => {
    const [, settings = ''] = /^ENV (.*)$/m.exec(text) ?? [];

    expect(unknownOf(settings.split(' ').map((setting) => setting.split('=')[0]!))).toEqual([]);
  });

  test('is built from files that exist', () => {
    const included = readFileSync(join(repository, '.dockerignore'), 'utf8').match(/(?<=^!).*/gm) ?? [];

    expect(included.length).toBeGreaterThan(0);
    expect(included.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});
