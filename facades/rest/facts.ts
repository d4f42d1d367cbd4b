import { CreateFact, Fact, FactHistory, Facts } from '../documents/facts.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const factRoutes = [
  defineRoute('POST /v1/facts', {
    summary: 'Record a fact, or supersede one',
    operation: CreateFact,
    status: 201,
  }),
  defineRoute('GET /v1/facts', { summary: 'Facts, newest first', operation: Facts }),
  defineRoute('GET /v1/facts/{fact_id}', { summary: 'A fact', operation: Fact }),
  defineRoute('GET /v1/facts/{fact_id}/history', {
    summary: 'All versions of a fact, from the first to the current one',
    operation: FactHistory,
  }),
];
