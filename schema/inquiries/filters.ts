import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { channelsField, recordFilterFields } from '../graphql/lists/filter-inputs.ts';
import { InquiryStatusFilterEnum } from './type.ts';

const inquiryFilterFields = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  ...recordFilterFields(t),
  statuses: t.field({
    type: [InquiryStatusFilterEnum],
    description: 'Filters to inquiries with these statuses.',
  }),
});

export const InquiryFilter = builder.inputType('InquiryFilter', {
  description:
    'Filters of a list of inquiries. An inquiry must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({ ...channelsField(t), ...inquiryFilterFields(t) }),
});

export const ChannelInquiryFilter = builder.inputType('ChannelInquiryFilter', {
  description:
    'Filters of the inquiries of a channel. An inquiry must match all of them. A filter with an empty list is ignored.',
  fields: inquiryFilterFields,
});
