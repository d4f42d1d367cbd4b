import { parentPort } from 'node:worker_threads';
import { judge } from './judge.ts';
import type { Question } from './verdict.ts';

parentPort?.on('message', (question: Question) => parentPort?.postMessage(judge(question)));
parentPort?.postMessage('ready');
