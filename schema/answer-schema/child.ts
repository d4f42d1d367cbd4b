// A process of its own, because a thread is not enough: V8 does not pause while it compiles a regular expression, and
// some take forever. Only the end of the process ends that.
import process from 'node:process';
import { lockDown } from './lockdown.ts';
import { judge } from './judge.ts';
import type { Question } from './verdict.ts';

process.on('message', (question: Question) => process.send?.(judge(question)));
process.on('disconnect', () => process.exit());

lockDown();
process.send?.('ready');
