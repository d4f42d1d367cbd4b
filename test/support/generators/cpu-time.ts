/** Milliseconds of processor time that a call takes, and its answer. */
export async function measureCpuTime<Answer>(
  call: () => Promise<Answer>,
): Promise<{ ms: number; answer: Answer }> {
  const start = process.cpuUsage();
  const answer = await call();
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1000, answer };
}
