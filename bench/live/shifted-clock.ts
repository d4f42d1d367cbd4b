// Loaded before the board: shifts its clock by the milliseconds in the file that BENCH_CLOCK_FILE names.
import { readFileSync, watchFile } from 'node:fs';

const file = process.env['BENCH_CLOCK_FILE'] ?? '';
const RealDate = Date;
let offset = 0;

const read = () => (offset = Number(readFileSync(file, 'utf8')));
read();
watchFile(file, { interval: 100, persistent: false }, read);

globalThis.Date = class extends RealDate {
  constructor(...values: readonly unknown[]) {
    super(...((values.length > 0 ? values : [RealDate.now() + offset]) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
} as DateConstructor;
