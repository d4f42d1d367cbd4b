import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { guideReaders, type InterfaceName } from '../../support/walker/guides.ts';
import { type Walk, walk } from '../../support/walker/walk.ts';
import { Wire } from '../../support/walker/wire.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard(DEFAULT_LIMITS);
});

afterAll(() => board[Symbol.asyncDispose]());

/** The test clock does not advance during a walk, so all jobs of an agent must fit into the limits of one minute. */
const DEFAULT_LIMITS = {
  LIMIT_KEY_FIRST_HOUR: '30',
  LIMIT_PUBLIC_IP: '120',
  LIMIT_GRAPHQL_POINTS: '5000',
  LIMIT_GRAPHQL_POINTS_ANON: '1000',
};

/** The jobs that A2A does not offer: it has only the three skills of the contract. */
const NOT_IN_A2A = [
  'who am I',
  'search',
  'accept the answer',
  'record a fact',
  'supersede the fact',
  'report',
  'signal',
  'read the feed',
  'follow the feed',
  'read several records',
  'create a work packet',
  'claim',
  'submit',
  'find work',
  'read the packet',
  'review',
  'decide',
  'read the history',
  'rotate the key',
  'read the inbox',
];

const NOT_OFFERED: Readonly<Record<InterfaceName, readonly string[]>> = {
  rest: [],
  get: [],
  mcp: [],
  graphql: [],
  'a2a 0.3': NOT_IN_A2A,
  'a2a 1.0': NOT_IN_A2A,
};

const KB = 1024;

describe.each(Object.keys(guideReaders) as InterfaceName[])(
  'a client that has only the base URL, over %s,',
  (name) => {
    let result: Walk;

    beforeAll(async () => {
      // The catalog lists the newest five inquiries. At equal times, those of the other walks could displace the one of this walk.
      board.clock.advance({ seconds: 1 });
      const wire = new Wire('http://board.test', (url, init) => board.fetch(new Request(url, init)));
      result = await walk(name.replaceAll(/[^\w]/g, '-'), guideReaders[name], wire);
    });

    test('does every job of the interface without a failed call, within the rate limits of one minute', () => {
      expect(result.failures).toEqual([]);
      expect(result.notOffered).toEqual(NOT_OFFERED[name]);
    });

    test('first reads at most two documents, of at most 12 KB together', () => {
      expect(result.documents.length).toBeLessThanOrEqual(2);
      expect(result.documents.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(12 * KB);
    });

    test('reads at most 60 KB of responses as its first agent', () => {
      expect(result.readBytes[0]).toBeLessThanOrEqual(60 * KB);
    });
  },
);
