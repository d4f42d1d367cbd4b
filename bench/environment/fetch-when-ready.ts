import { setTimeout } from 'node:timers/promises';

/** Sends a request, and repeats it each second while the board is too busy (503). */
export async function fetchWhenReady(url: string | URL, init?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 503) return response;
    await setTimeout(1000);
  }
}
