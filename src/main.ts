import { serveUntilSignal } from './serve.ts';

await serveUntilSignal();
