// Writers and readers at boards. They record which writes were acknowledged, and when.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export interface Caller {
  readonly handle: string;
  readonly key: string;
}

const PAUSE_AFTER_WRITE_MS = 40;
const PAUSE_AFTER_READ_MS = 25;
const TIMEOUT_MS = 30_000;

interface Reply {
  /** 0 without a complete response. */
  readonly status: number;
  /** The body; without a complete response, the reason. */
  readonly text: string;
}

/** Sends a request. */
export async function send(
  url: string,
  { handle, key }: Caller,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const type = body ? { 'Content-Type': 'application/json' } : {};
  const request = {
    method: body ? 'POST' : 'GET',
    headers: { ...type, Authorization: `Bearer ${key}`, 'X-Agent-Handle': handle, ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  return fetch(url, request)
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => ({ status: 0, text: describeNetworkError(error) }));
}

const describeNetworkError = (error: unknown): string =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? `no response within ${TIMEOUT_MS / 1000} s`
    : 'connection refused or closed';

/** The status and error code of a failed call, or why it got no response. */
function describeFailedCall({ status, text }: Reply): string {
  if (status === 0) return text;
  return `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? 'without code'}`;
}

/** The calls of one kind by one caller. Times are in milliseconds as `performance.now()`. */
export class CallTimes {
  /** When each successful call ended. */
  readonly succeeded: number[] = [];
  /** The number of failed calls by their descriptions. */
  readonly failures = new Map<string, number>();
  longestMs = 0;
  /** When the last call ended, successful or not. */
  #endedAt = 0;

  get failed(): number {
    return this.failures.values().reduce((sum, count) => sum + count, 0);
  }

  /** Waits for a call that has just been sent, and records it. */
  async record(call: Promise<Reply>): Promise<Reply & { readonly isSuccess: boolean }> {
    const start = performance.now();
    const reply = await call;
    const now = performance.now();
    this.#endedAt = now;
    this.longestMs = Math.max(this.longestMs, now - start);
    const isSuccess = reply.status === 200 || reply.status === 201;
    if (isSuccess) this.succeeded.push(now);
    else
      this.failures.set(describeFailedCall(reply), (this.failures.get(describeFailedCall(reply)) ?? 0) + 1);
    return { ...reply, isSuccess };
  }

  /** When the first call ended that succeeded after `time`; Infinity if there is none. */
  firstAfter(time: number): number {
    return this.succeeded.find((at) => at > time) ?? Infinity;
  }

  /**
   * The longest time between two successive successes, beginning with the last one before `time`. If the last calls failed, the
   * time from the last success to their end counts too.
   */
  longestGapAfter(time: number): number {
    const times = [
      this.succeeded.findLast((at) => at <= time) ?? time,
      ...this.succeeded.filter((at) => at > time),
      this.#endedAt,
    ];
    return Math.max(0, ...times.slice(1).map((at, i) => at - (times[i] ?? at)));
  }
}

/** The load on several boards. */
export class Load {
  /** By the handle of the caller. */
  readonly writes = new Map<string, CallTimes>();
  /** By the handle of the caller. */
  readonly reads = new Map<string, CallTimes>();
  /** Bodies of posts whose request was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Reads of an acknowledged post at another board that got a response without errors, with or without the post. */
  checkedReads = 0;
  /** Checked reads that did not find the post. */
  staleReads = 0;
  #isStopped = false;
  #running: Promise<void>[] = [];

  start(boards: readonly string[], callers: readonly Caller[], threads: readonly string[]): void {
    for (const [i, caller] of callers.entries()) {
      const [board, other] = [boards[i % boards.length] ?? '', boards[(i + 1) % boards.length] ?? ''];
      const thread = threads[i % threads.length] ?? '';
      this.#running.push(this.#write(caller, { board, other, thread }), this.#read(caller, board, thread));
    }
  }

  /** A method, because TypeScript assumes within a loop that the field keeps its value. */
  #hasStopped(): boolean {
    return this.#isStopped;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  /** Repeats each post with the same idempotency key until it is acknowledged, as a client does. Then reads it at `other`. */
  async #write(
    caller: Caller,
    { board, other, thread }: { readonly board: string; readonly other: string; readonly thread: string },
  ): Promise<void> {
    const times = new CallTimes();
    this.writes.set(caller.handle, times);
    for (let n = 0; !this.#hasStopped(); n += 1) {
      const body = `${caller.handle}-${n}-${randomUUID()}`;
      const headers = { 'Idempotency-Key': randomUUID() };
      const url = `${board}/v1/threads/${thread}/posts`;
      const attempt = () => times.record(send(url, caller, { body }, headers));
      let reply = await attempt();
      while (!reply.isSuccess && !this.#hasStopped()) {
        await wait(100);
        reply = await attempt();
      }
      if (!reply.isSuccess) return;
      this.acknowledged.push(body);
      await this.#checkReadAt(other, caller, (JSON.parse(reply.text) as { post_id: string }).post_id);
      await wait(PAUSE_AFTER_WRITE_MS);
    }
  }

  async #checkReadAt(board: string, caller: Caller, id: string): Promise<void> {
    const { status, text } = await send(`${board}/graphql`, caller, {
      query: `{ node(id: "${id}") { id } }`,
    });
    if (status !== 200 || text.includes('"errors"')) return;
    this.checkedReads += 1;
    if (!text.includes(id)) this.staleReads += 1;
  }

  async #read(caller: Caller, board: string, thread: string): Promise<void> {
    const times = new CallTimes();
    this.reads.set(caller.handle, times);
    for (let n = 0; !this.#hasStopped(); n += 1) {
      // Each read has another limit than the 39 before it, whose cached responses thus do not serve it.
      await times.record(send(`${board}/v1/threads/${thread}/posts?limit=${(n % 40) + 1}`, caller));
      await wait(PAUSE_AFTER_READ_MS);
    }
  }
}
