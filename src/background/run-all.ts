/** Runs tasks one after the other, each although an earlier one has failed. Returns the failures. */
export async function runAll(tasks: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const run of tasks) await run().catch((error: unknown) => failures.push(error));
  return failures;
}
