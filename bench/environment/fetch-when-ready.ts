import { setTimeout } from 'node:timers/promises';

/** Sends a request. Waits while the board refuses requests because the machine is busy. */
export async function fetchWhenReady(url: string | URL, init?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 503) return response;
    await setTimeout(1000);
  }
}
