import { ProcessLive } from '../../../src/live/live.ts';

/** Opens the live news of a process. `announce` announces topics; `started` has an element for each start of the notifications. */
export function openLive({ perOwner = 3, perProcess = 100 } = {}) {
  let announce: (topics: readonly string[]) => void = () => undefined;
  const started: number[] = [];
  const topics = {
    subscribe: (listener: (topics: readonly string[]) => void) => (announce = listener),
    start: () => Promise.resolve(void started.push(1)),
  };
  const live = new ProcessLive({ topics }, { perOwner, perProcess });
  return { live, started, announce: (...names: readonly string[]) => announce(names) };
}

export const owner = (key: string, address = '192.0.2.1', isAnonymous = false) => ({
  key,
  address,
  isAnonymous,
});
