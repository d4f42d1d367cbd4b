import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const NAMED_AND_LITERAL = [
  { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
];

/** The house's measures; who may import whom is checked by test/consistency. */
export default defineConfig(
  { ignores: ['prisma/generated/**', 'node_modules/**', 'data/**', 'coverage/**'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      // Follows recursive types (an AST, say) without end.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'max-depth': ['error', 2],
      complexity: ['error', 12],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // What a statement selects, only its author knows: rows are typed where they are asked for.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...NAMED_AND_LITERAL],
    },
  },
  {
    // Tests and benchmarks run on the Node that the lock brings, these on any that `engines` names.
    files: ['schema/**', 'facades/**', 'src/**', 'prisma/**', 'demo/**'],
    plugins: { regexp },
    rules: {
      // A header or a text of a few kilobytes must not take seconds to match.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': [
        'error',
        ...NAMED_AND_LITERAL,
        {
          selector: 'VariableDeclaration[kind=/using/]',
          message: 'Node 22 cannot read it: try and finally.',
        },
      ],
    },
  },
  {
    // A resolver has GraphQL's four parameters; the fields of a type are a list, however long.
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
      // A test looks into bodies whose shape is what it is about.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // What runs in browsers is no part of the program; it is plain, and small.
    files: ['facades/site/assets/scripts/**'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      parserOptions: { projectService: false },
      globals: Object.fromEntries(
        'document getSelection location matchMedia navigator self setTimeout SwaggerUIBundle YogaGraphiQL'
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // Tools demand a default export of their configuration.
    files: ['*.config.ts', '*.config.js', 'test/support/global-setup.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
