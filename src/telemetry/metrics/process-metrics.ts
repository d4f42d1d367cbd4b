import { SERVICE_VERSION } from '../../../schema/contract.ts';
import { ofApp, type ReadMetric } from './read-metric.ts';

export const processMetrics: readonly ReadMetric[] = [
  {
    name: 'board_info',
    help: 'The version of the board; always 1.',
    labels: ['version'],
    aggregator: 'first',
    read: () => [[1, { version: SERVICE_VERSION }]],
  },
  {
    name: 'board_ready',
    help: 'Whether a write could be made now: 1 or 0.',
    aggregator: 'min',
    read: async ({ database, disk }) => {
      if (disk?.isLow()) return [[0]];
      await database.assertReady();
      return [[1]];
    },
  },
  {
    name: 'board_disk_free_bytes',
    help: 'Free space on the disk of the embedded database.',
    labels: ['disk'],
    aggregator: 'min',
    read: ({ disk }) => {
      const freeBytes = disk?.freeBytes();
      return freeBytes === undefined ? [] : [[freeBytes, { disk: 'data' }]];
    },
  },
  {
    name: 'board_http_requests_in_flight',
    help: 'Requests that are being served.',
    read: ofApp(({ inFlight }) => [[inFlight]]),
  },
  {
    name: 'board_http_requests_in_flight_max',
    help: 'Maximum number of requests that are served at the same time (MAX_IN_FLIGHT).',
    read: ofApp(({ maxInFlight }) => [[maxInFlight]]),
  },
];
