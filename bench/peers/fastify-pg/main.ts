// Fastify with `pg`: one named prepared statement for each request.
import { endOnSignal, serve } from '../app/server.ts';
import { readEnvironment } from '../read-environment.ts';
import { openStore } from './store.ts';

const environment = readEnvironment();
const store = openStore(environment.url, 'twin-pg');
endOnSignal(() => store.close());
await serve(store, environment);
