// Writes the package of the client into the current folder: npm run pack:client.
import { packClient } from './pack-client.ts';

process.stdout.write(`${await packClient(process.cwd())}\n`);
