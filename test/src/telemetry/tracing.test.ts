// Whose decision to record a request counts.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openTracing } from '../../../src/telemetry/traces/tracing.ts';
import { PEPPER } from '../../support/processes/command-line.ts';

/** The sampled flag of a caller that wants no record. */
const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };

test.each([
  ['127.0.0.2', false],
  ['::ffff:127.0.0.2', false],
  ['127.0.0.3', true],
  ['::ffff:127.0.0.3', true],
  ['fe80::1%eth0', false],
  ['fe80::2%eth0', true],
])(
  'a request from %s, with 127.0.0.2 and fe80::1 as the trusted proxies, is recorded: %s',
  async (address, isRecorded) => {
    const config = readConfig({
      DATABASE_URL: 'postgresql://a',
      KEY_PEPPER: PEPPER,
      TRUSTED_PROXIES: '127.0.0.2,fe80::1',
    });
    const tracing = await openTracing({ ...config, traceProtocol: 'http/json' }, pino({ level: 'silent' }));

    const { observation } = tracing.observeRequests('api')({
      request: new Request('http://board.test/v1/policy', { headers }),
      ...{ peer: { address }, requestId: '1', address, arrivedAt: 0 },
    });

    expect(observation !== null).toBe(isRecorded);
    await tracing.close();
  },
);
