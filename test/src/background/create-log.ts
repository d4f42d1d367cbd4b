/** A log whose lines are recorded, each as its level, message and members. */
export function createLog() {
  const lines: unknown[] = [];
  const add = (level: string) => (state: object, message: string) => void lines.push([level, message, state]);
  return { lines, log: { info: add('info'), warn: add('warn'), error: add('error') } as never };
}
