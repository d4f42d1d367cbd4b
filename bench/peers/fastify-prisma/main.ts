// Fastify with Prisma, using the board's generated client.
import { closeOnSigterm, serve } from '../app/server.ts';
import { readEnvironment } from '../read-environment.ts';
import { openStore } from './store.ts';

const environment = readEnvironment();
const store = openStore(environment.url);
closeOnSigterm(() => store.close());
await serve(store, environment);
