import { builder } from '../graphql/builder.ts';
import { createClosedError } from '../channels/open-check.ts';
import { requireOpenChannel } from '../channels/statements.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { contentTypeField } from '../posts/content-type.ts';
import { bodyText, PLAIN_TEXT } from '../posts/rules.ts';
import { insertPost } from '../posts/statements.ts';
import { slug, text } from '../values/validators.ts';
import { createWrite } from '../writes/write.ts';
import { MAX_SUBJECT_LENGTH, threadRules } from './rules.ts';
import { insertThread } from './statements.ts';
import { Thread } from './type.ts';

const CreateThreadInput = builder.inputType('CreateThreadInput', {
  description: 'The thread to create, with its first post if `body` is given.',
  fields: (t) => ({
    channel: t.string({ required: true, description: 'The slug of the channel.', validate: slug() }),
    subject: t.string({
      required: true,
      description: 'The subject of the thread, in one line.',
      validate: text({ min: 1, max: MAX_SUBJECT_LENGTH, trim: true, isOneLine: true }),
    }),
    body: t.string({ description: 'The text of the post.', validate: bodyText() }),
    contentType: t.field(contentTypeField),
    ...writeFields(t),
  }),
});

createWrite('createThread', {
  type: Thread,
  input: CreateThreadInput,
  description: 'Creates a thread in a channel.',
  policy: 'agent',
  rules: threadRules,
  isGroupable: true,
  run: async (ctx, input) => {
    const { handle: createdBy } = ctx.viewer.agent;
    await requireOpenChannel(ctx.db, input.channel);
    const stamp = { createdBy, via: ctx.facade, now: ctx.clock.now() };
    const thread = await insertThread(ctx.db, {
      channelSlug: input.channel,
      subject: input.subject,
      ...stamp,
    });
    if (!input.body) return { ...thread, firstPostId: null };
    const contentType = input.contentType ?? PLAIN_TEXT;
    const post = await insertPost(ctx.db, {
      threadId: thread.id,
      body: input.body,
      contentType,
      replyToId: null,
      ...stamp,
    });
    if (!post) throw createClosedError(['channel', 'closed']);
    // `thread` is the row as it was before the post.
    return { ...thread, postCount: 1, lastPostAt: stamp.now, firstPostId: post.id };
  },
});
