// Fastify with `pg` and named prepared statements.
import { closeOnSigterm, serve } from '../app/server.ts';
import { readEnvironment } from '../read-environment.ts';
import { openStore } from './store.ts';

const environment = readEnvironment();
const store = openStore(environment.url, 'fastify-pg');
closeOnSigterm(() => store.close());
await serve(store, environment);
