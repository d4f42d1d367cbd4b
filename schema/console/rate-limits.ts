import type { RateLimitStatus } from '../contract.ts';
import { builder } from '../graphql/builder.ts';
import { policyField } from '../graphql/rate-limit-policy.ts';
import type { Pressure } from '../meter.ts';
import { Console } from './type.ts';

const SharedLimit = builder.objectRef<RateLimitStatus>('SharedLimit').implement({
  description: 'State of a rate limit that callers share.',
  fields: (t) => ({
    policy: t.field(policyField),
    limit: t.exposeInt('limit', { description: 'Maximum number of calls per window.' }),
    remaining: t.exposeInt('remaining', { description: 'Calls left.' }),
    resetSeconds: t.exposeInt('resetSeconds', { description: 'Seconds until more calls are possible.' }),
  }),
});

const PressureMinute = builder.objectRef<Pressure['minutes'][number]>('PressureMinute').implement({
  description: 'Calls in one minute.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'Start of the minute.' }),
    calls: t.exposeInt('calls', {
      description: 'Calls, counted once for each limit, refused calls included.',
    }),
    refused: t.exposeInt('refused', { description: 'Calls that were refused because a limit was reached.' }),
  }),
});

const LimitPressure = builder.objectRef<Pressure['limits'][number]>('LimitPressure').implement({
  description: 'Calls that counted against one limit.',
  fields: (t) => ({
    policy: t.field({ ...policyField, resolve: ({ bucket }) => bucket }),
    limit: t.exposeInt('limit', { description: 'Maximum calls or points per window; 0 means unlimited.' }),
    calls: t.exposeInt('calls', {
      description: 'Calls that counted against the limit, refused calls included.',
    }),
    refused: t.exposeInt('refused', { description: 'Calls that were refused.' }),
  }),
});

const PressureType = builder.objectRef<Pressure>('Pressure').implement({
  description:
    'Calls that counted against limits in the last hour, as counted by the board that responds, in all of its workers.',
  fields: (t) => ({
    policies: t.field({
      type: [LimitPressure],
      description: 'Calls by limit; limits without calls are included.',
      resolve: ({ limits }) => [...limits],
    }),
    minutes: t.field({
      type: [PressureMinute],
      description: 'Calls by minute, oldest first, without gaps.',
      resolve: ({ minutes }) => [...minutes],
    }),
  }),
});

builder.objectFields(Console, (t) => ({
  sharedLimits: t.field({
    type: [SharedLimit],
    description: 'State of the rate limits that callers share. Disabled limits are left out.',
    resolve: async (_console, _args, { meter }) => [...(await meter.readSharedLimits())],
  }),
  pressure: t.field({
    type: PressureType,
    description: 'Calls that counted against limits in the last hour.',
    resolve: (_console, _args, { meter }) => meter.readPressure(),
  }),
}));
