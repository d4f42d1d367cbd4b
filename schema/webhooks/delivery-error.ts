import { builder } from '../graphql/builder.ts';
import { toEnumValues } from '../graphql/enum-values.ts';
import type { DeliveryError } from './sender.ts';

export const DeliveryErrorEnum = builder.enumType('DeliveryError', {
  description: 'Why the call of a webhook failed.',
  values: toEnumValues<DeliveryError>({
    dns_failed: 'The name of the host has no address, or too many.',
    address_not_public: 'The host has an address that is not public.',
    connection_failed: 'There was no connection, or it broke.',
    timeout: 'The call took too long.',
    status: 'The response had a status other than 200 to 299.',
    too_many_failures:
      'Too many tests of endpoints in the same network have failed: the endpoint was not called.',
    challenge: 'The endpoint answered a test without its challenge.',
  }),
});
