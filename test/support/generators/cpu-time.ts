const MAX_CALLS = 5;

/** Processor time of this thread in milliseconds, without garbage collection and compilation on other threads. */
function readCpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Processor time of `doReferenceWork` on the machine for which bounds of time are chosen, in milliseconds. */
const REFERENCE_MS = 5;

const referenceText = JSON.stringify(
  Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, name: `name ${i}`, tags: ['a', i], nested: { i } })),
);

const doReferenceWork = (): string => JSON.stringify(JSON.parse(referenceText)).replaceAll(/[aeiou]\w/g, '_');

function measure(call: () => unknown): number {
  const start = readCpuTime();
  call();
  return readCpuTime() - start;
}

// Warm up: measure the reference work only after the engine has compiled it.
for (let i = 0; i < 20; i++) doReferenceWork();

/** The factor by which work takes longer now than on the reference machine; at least 1. */
export const measureSlowdown = (): number => Math.max(1, measure(doReferenceWork) / REFERENCE_MS);

/**
 * Calls a function, at most five times, until a call takes less than `bound` milliseconds of processor time. A time of `bound` or
 * more is first converted to the time that the reference machine would take. One call is not enough: the first call compiles the
 * code, and other work of the machine slows calls down. Returns the time and the result of the fastest call.
 */
export async function measureCpuTime<Result>(
  call: () => Result | Promise<Result>,
  bound: number,
): Promise<{ ms: number; result: Result }> {
  let fastest: { ms: number; result: Result } | undefined;
  let before: number | undefined;
  for (let calls = 0; calls < MAX_CALLS && (!fastest || fastest.ms >= bound); calls++) {
    const start = readCpuTime();
    const result = await call();
    const ownMs = readCpuTime() - start;
    // No conversion: it could only make the time shorter, and `measureSlowdown` takes longer than most calls.
    if (ownMs < bound) return { ms: ownMs, result };
    const after = measureSlowdown();
    const ms = ownMs / (((before ?? after) + after) / 2);
    before = after;
    if (!fastest || ms < fastest.ms) fastest = { ms, result };
  }
  return fastest as { ms: number; result: Result };
}
