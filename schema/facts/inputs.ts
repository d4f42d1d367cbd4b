import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { channelsField, recordFilterFields, tagsField } from '../graphql/lists/filter-inputs.ts';
import type { RecordListArgs } from '../graphql/lists/record-lists.ts';
import type { RecordFilterInput } from '../graphql/lists/record-filters.ts';

type Fields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

const includeQuarantinedField = (t: Fields) => ({
  includeQuarantined: t.boolean({
    description:
      'Includes quarantined facts. Ignored for anonymous callers, which never see them. Default false.',
  }),
});

const factFilterFields = (t: Fields) => ({
  ...recordFilterFields(t),
  ...tagsField(t),
  includeSuperseded: t.boolean({ description: 'Includes superseded facts. Default false.' }),
  ...includeQuarantinedField(t),
  includeStale: t.boolean({ description: 'Includes stale facts. Default true.' }),
});

export const FactFilter = builder.inputType('FactFilter', {
  description:
    'Filters of a list of facts. A fact must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({ ...channelsField(t), ...factFilterFields(t) }),
});

export const ChannelFactFilter = builder.inputType('ChannelFactFilter', {
  description:
    'Filters of the facts of a channel. A fact must match all of them. A filter with an empty list is ignored.',
  fields: factFilterFields,
});

export const FactHistoryFilter = builder.inputType('FactHistoryFilter', {
  description:
    'Filters of a chain of corrections. A fact must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({ ...recordFilterFields(t), ...includeQuarantinedField(t) }),
});

/** The arguments of a list of facts, as resolvers get them. */
export interface FactListArgs extends RecordListArgs {
  readonly filter?:
    | (RecordFilterInput & {
        readonly tags?: readonly string[] | null | undefined;
        readonly channels?: readonly string[] | null | undefined;
        readonly includeSuperseded?: boolean | null | undefined;
        readonly includeQuarantined?: boolean | null | undefined;
        readonly includeStale?: boolean | null | undefined;
      })
    | null
    | undefined;
}
