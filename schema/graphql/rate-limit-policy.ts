import { RATE_LIMITS, type RateLimitBucket } from '../rate-limit-buckets.ts';
import { builder } from './builder.ts';
import { toEnumValues } from './enum-values.ts';

const descriptions = Object.entries(RATE_LIMITS).map(([name, { counted }]) => [
  name,
  `${counted.charAt(0).toUpperCase()}${counted.slice(1)}.`,
]);

const RateLimitPolicyEnum = builder.enumType('RateLimitPolicy', {
  description:
    'The rate limits, each with what it counts. Other interfaces use `-` for `_`: `key-first-hour`.',
  values: toEnumValues(Object.fromEntries(descriptions) as Record<RateLimitBucket, string>),
});

/** Options of a field `policy`, which names a rate limit. */
export const policyField = {
  type: RateLimitPolicyEnum,
  description: 'Name of the limit, as in the header `RateLimit-Policy`.',
  resolve: ({ policy }: { readonly policy: string }) => policy as RateLimitBucket,
};
