import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const NAMED_AND_LITERAL = [
  { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
];
const NO_USING = {
  selector: 'VariableDeclaration[kind=/using/]',
  message: 'Node 22 does not support it: use try and finally.',
};
const NO_NORMALIZE = {
  selector: 'CallExpression[callee.property.name="normalize"]',
  message: 'Takes quadratic time: use normalize() of schema/values/normalization.ts.',
};

/** Rules for size and style; test/consistency checks the imports between folders. */
export default defineConfig(
  {
    ignores: [
      'prisma/generated/**',
      'client/generated/**',
      '**/node_modules/**',
      'data/**',
      'coverage/**',
      'dist/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.config.js'] } } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      // No enum is declared (NAMED_AND_LITERAL). The rule takes a fifth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Does not terminate on recursive types such as an AST.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'max-depth': ['error', 2],
      complexity: ['error', 12],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Plugins add their options to the namespaces of libraries (`declare global`).
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      // `rows<Row>(statement)`: only the caller knows the type of the rows that a statement selects.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      eqeqeq: 'error',
      'object-shorthand': 'error',
      'no-useless-rename': 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...NAMED_AND_LITERAL],
    },
  },
  {
    // This code runs on every Node version that `engines` allows; tests and benchmarks on the one in the lock file.
    files: ['schema/**', 'facades/**', 'src/**', 'prisma/**', 'demo/**'],
    plugins: { regexp },
    rules: {
      // Matching a header or a text of a few kilobytes must not take seconds.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': ['error', ...NAMED_AND_LITERAL, NO_USING, NO_NORMALIZE],
    },
  },
  {
    // Bounds the runs of combining marks before it normalizes.
    files: ['schema/values/normalization.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NAMED_AND_LITERAL, NO_USING] },
  },
  {
    // Resolvers have four parameters.
    files: ['schema/**'],
    rules: { 'max-params': ['error', 4], '@typescript-eslint/no-unsafe-enum-comparison': 'off' },
  },
  { files: ['schema/**/type.ts', 'schema/**/inputs.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['test/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-params': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Tests read response bodies whose shape is under test.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // Browser scripts: plain JavaScript, not part of the TypeScript program.
    files: ['facades/site/assets/scripts/**'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      parserOptions: { projectService: false },
      globals: Object.fromEntries(
        'document getSelection history localStorage location matchMedia navigator Request self sessionStorage setTimeout URLSearchParams SwaggerUIBundle YogaGraphiQL'
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // Vitest and ESLint require a default export of their configuration.
    files: ['*.config.ts', '*.config.js', 'test/support/global-setup.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
