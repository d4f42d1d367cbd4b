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
import './inquiries/mutations.ts';
import './facts/queries.ts';
import './facts/mutations.ts';
import './reports/queries.ts';
import './reports/mutations.ts';
import './signals/queries.ts';
import './signals/mutations.ts';
import './board/viewer.ts';
import './board/lifecycles.ts';
import './board/feed.ts';
import './board/recent.ts';
import './board/inventory.ts';
import './board/record.ts';
import './node.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';

export const schema: GraphQLSchema = builder.toSchema();
