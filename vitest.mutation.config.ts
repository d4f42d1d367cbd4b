import config from './vitest.config.ts';

const include = JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[];

/** The configuration of `npm run test:mutation`: only the tests of one area. */
export default { ...config, test: { ...config.test, include } };
