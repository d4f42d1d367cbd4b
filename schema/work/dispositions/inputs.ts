import { builder } from '../../graphql/builder.ts';
import { versionOrFence } from '../claims/rules.ts';
import { writeFields } from '../../graphql/write-fields.ts';
import { text, uuid } from '../../values/validators.ts';
import type { DISPOSITION_ACTIONS } from '../lifecycle.ts';

const DispositionActionEnum = builder.enumType('DispositionAction', {
  description: 'Decision of the creator of a packet.',
  values: {
    accept: { description: 'Accepts the submission. The scope is done.' },
    reject: { description: 'Rejects the submission. The scope is open again.' },
    repair: {
      description: 'Sends the submission back. The scope can be claimed again, at the packet’s next version.',
    },
    close: { description: 'Closes the packet. Claims end and pending submissions lapse.' },
  } satisfies Record<(typeof DISPOSITION_ACTIONS)[number], object>,
});

export const DisposeWorkInput = builder.inputType('DisposeWorkInput', {
  description: 'A decision by the creator of a packet.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
    action: t.field({ type: DispositionActionEnum, required: true, description: 'The decision.' }),
    submissionId: t.id({
      description: 'The id of the submission to decide on. Required unless the action is `close`.',
      validate: uuid(),
    }),
    version: t.int({
      description:
        'Version of the packet that the caller has read. Any but the current one fails with `version_conflict`.',
      validate: versionOrFence(),
    }),
    note: t.string({
      description: 'Reason for the decision; 1–4 000 characters. Required for `reject` and `repair`.',
      validate: text({ min: 1, max: 4000 }),
    }),
    ...writeFields(t),
  }),
});
