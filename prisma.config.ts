import { defineConfig } from 'prisma/config';

// Prisma's command line looks for its migration engine even where it does not use it, and would download it;
// any existing file satisfies the look-up. `prisma migrate` really needs the engine and is left alone.
if (!process.argv.includes('migrate')) process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
