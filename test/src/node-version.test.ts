import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkNode } from '../../src/doctor/node.ts';
import { createLogger } from '../../src/logger.ts';
import { FIRST_SAFE_VERSIONS, findNodeProblem, warnOfNodeVersion } from '../../src/node-version.ts';

describe('a version of Node', () => {
  test.each([
    ['22.18.0', '22.22.2'],
    ['22.22.1', '22.22.2'],
    ['23.11.0', '24.14.1'],
    ['24.0.0', '24.14.1'],
    ['24.14.0', '24.14.1'],
    ['25.8.1', '25.8.2'],
  ])('%s has predictable hashes, fixed in %s', (version, safe) => {
    expect(findNodeProblem(version)).toEqual({
      detail: `Node ${version} has predictable hashes of strings (CVE-2026-21717): clients can send strings with equal hashes, which make requests slow`,
      remedy: `use Node ${safe} or newer`,
    });
    expect(checkNode(version).level).toBe('warn');
  });

  test.each([
    '22.22.2',
    '22.23.0',
    '24.14.1',
    '24.14.10',
    '24.15.0',
    '25.8.2',
    '25.10.0',
    '26.0.0',
    '30.1.2',
  ])('%s is safe', (version) => {
    expect(findNodeProblem(version)).toBeNull();
    expect(checkNode(version)).toEqual({ level: 'ok', subject: 'Node', detail: version });
  });

  test('that is not safe is reported in one line of the log', () => {
    const lines: string[] = [];
    const log = createLogger('warn', (line) => lines.push(line));
    warnOfNodeVersion('24.14.1', log);
    warnOfNodeVersion('24.14.0', log);

    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Node 24.14.0 has predictable hashes of strings (CVE-2026-21717): clients can send strings with equal hashes, which make requests slow: ' +
        'use Node 24.14.1 or newer',
    ]);
  });
});

test('package.json requires the safe versions', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const [first, second, last] = FIRST_SAFE_VERSIONS;

  expect(engines.node).toBe(`^${first} || ^${second} || >=${last}`);
});
