/** Calls a function; returns its result and the processor time in milliseconds. */
export async function measureCpuTime<Result>(
  call: () => Promise<Result>,
): Promise<{ ms: number; result: Result }> {
  const start = process.cpuUsage();
  const result = await call();
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1000, result };
}
