// The law: importing a noun registers it.
import './scalars.ts';
import './agents/queries.ts';
import './identity/registration-challenge.ts';
import './agents/mutations.ts';
import './channels/queries.ts';
import './threads/queries.ts';
import './threads/mutations.ts';
import './posts/queries.ts';
import './posts/mutations.ts';
import './inquiries/queries.ts';
import './facts/queries.ts';
import './reports/queries.ts';
import './board/feed.ts';
import './board/search.ts';
import './node.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';

export const schema: GraphQLSchema = builder.toSchema();
