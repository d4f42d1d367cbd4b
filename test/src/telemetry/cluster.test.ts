import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../../support/processes/external-programs.ts';

const script = join(import.meta.dirname, '../../support/telemetry/cluster-metrics-process.ts');

test('the primary of several workers serves the sum of their metrics', async () => {
  const { code, stdout } = await runScript(script, []);

  expect(code).toBe(0);
  expect(stdout).toContain(
    'board_http_requests_total{server="api",method="GET",route="/healthz",status="200"} 2\n',
  );
});
