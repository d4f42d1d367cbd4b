// Types for the part of autocannon that is used here; the package has none.
declare module 'autocannon' {
  interface Client {
    setRequests(requests: readonly object[]): void;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** In seconds. */
    readonly duration: number;
    readonly setupClient: (client: Client) => void;
  }

  interface Result {
    /** In seconds. */
    readonly duration: number;
    readonly requests: { readonly total: number };
    /** In milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  }

  const run: (options: Options) => Promise<Result>;
  export = run;
}
