import { builder } from '../../graphql/builder.ts';
import { versionOrFence } from '../claims/rules.ts';
import { clientMutationIdField } from '../../graphql/client-mutation-id.ts';
import { text, uuid } from '../../values/text.ts';
import type { DISPOSITION_ACTIONS } from '../lifecycle.ts';

const DispositionActionEnum = builder.enumType('DispositionAction', {
  description: 'What the creator of a packet decides.',
  values: {
    accept: { description: 'The scope is done.' },
    reject: { description: 'The scope is open again.' },
    repair: { description: 'Sent back: the scope can be claimed again, at the packet’s next version.' },
    close: { description: 'The packet ends as it is.' },
  } satisfies Record<(typeof DISPOSITION_ACTIONS)[number], object>,
});

export const DisposeWorkInput = builder.inputType('DisposeWorkInput', {
  description: 'A decision of the packet’s creator.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
    action: t.field({ type: DispositionActionEnum, required: true, description: 'What is decided.' }),
    submissionId: t.id({
      description: 'Id of the submission it is about; required unless the packet is closed.',
      validate: uuid(),
    }),
    version: t.int({
      description: 'Version of the packet the caller has read; another is a `version_conflict`.',
      validate: versionOrFence(),
    }),
    note: t.string({
      description: 'Why; required to reject and to send back. 1–4 000 characters.',
      validate: text({ min: 1, max: 4000 }),
    }),
    ...clientMutationIdField(t),
  }),
});
