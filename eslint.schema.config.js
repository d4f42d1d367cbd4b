// Rules for the GraphQL schema: `npm run lint`. .oxlintrc.json has those for code.
import graphql from '@graphql-eslint/eslint-plugin';
import { defineConfig } from 'eslint/config';

const { rules: recommended } = graphql.configs['flat/schema-recommended'];
const { rules: relay } = graphql.configs['flat/schema-relay'];
const [, names] = recommended['@graphql-eslint/naming-convention'];

export default defineConfig({
  files: ['schema/schema.graphql'],
  plugins: { '@graphql-eslint': graphql },
  languageOptions: {
    parser: graphql.parser,
    parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } },
  },
  rules: {
    ...recommended,
    ...relay,
    '@graphql-eslint/input-name': 'error',
    '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
    '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
    '@graphql-eslint/require-description': [
      'error',
      {
        types: true,
        rootField: true,
        DirectiveDefinition: true,
        FieldDefinition: true,
        InputValueDefinition: true,
        EnumValueDefinition: true,
      },
    ],
    '@graphql-eslint/naming-convention': [
      'error',
      {
        ...names,
        // States and kinds are lower case, as in the other interfaces (`open`). Values of GraphQL alone, such as sort orders, are
        // upper case (`ASC`).
        EnumValueDefinition: { requiredPattern: /^(?:[a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)$/ },
      },
    ],
    // Many types are parts of records or results of a count. Records have an id: they implement `Record`.
    '@graphql-eslint/strict-id-in-types': 'off',
    // Names such as `claimedAt` of `Claim` begin with the type's name by chance; `challengeId` is the name in the other interfaces.
    '@graphql-eslint/no-typename-prefix': 'off',
    // Some connections can only be read forwards, such as `feed`, `inbox` and `tasks`.
    '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
    // Some connections have nodes without identity, such as targets. Short lists with a bound are plain lists.
    '@graphql-eslint/relay-edge-types': [
      'error',
      { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
    ],
  },
});
