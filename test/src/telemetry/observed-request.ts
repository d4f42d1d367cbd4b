/** Returns a request that has arrived. */
export const createArrivedRequest = (url: string, init: RequestInit = {}) =>
  ({ request: new Request(url, init), requestId: 'an id', arrivedAt: 5, address: '192.0.2.1' }) as never;

/** How a request has ended. */
export const SERVED = {
  ...{ route: '/v1/channels', status: 200, bytes: 10, caller: 'ada', readyMs: 1.4, totalMs: 2.6 },
  ...{ hasWaited: false, isComplete: true },
} as const;
