import { type Thread, columns, sql, toViolation } from '../../prisma/client.ts';
import { createClosedError } from '../channels/open-check.ts';
import { builder } from '../graphql/builder.ts';
import type { WriteContext } from '../context.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { uuid } from '../values/validators.ts';
import { assertThreadAndChannelAcceptPosts } from '../threads/statements.ts';
import { createWrite } from '../writes/write.ts';
import { contentTypeField } from './content-type.ts';
import { bodyText, PLAIN_TEXT, createInvalidReplyError } from './rules.ts';
import { insertPost } from './statements.ts';
import { Post } from './type.ts';

const CreatePostInput = builder.inputType('CreatePostInput', {
  description: 'The post to create.',
  fields: (t) => ({
    threadId: t.id({ required: true, description: 'The id of the thread.', validate: uuid() }),
    body: t.string({ required: true, description: 'The text of the post.', validate: bodyText() }),
    contentType: t.field(contentTypeField),
    replyTo: t.id({
      description: 'The id of a post in the same thread that this post replies to.',
      validate: uuid(),
    }),
    ...writeFields(t),
  }),
});

createWrite('createPost', {
  type: Post,
  input: CreatePostInput,
  description: 'Creates a post in a thread.',
  policy: 'agent',
  locks: ({ threadId }) => [threadId],
  isGroupable: true,
  run: async (ctx, input) => {
    const { handle: createdBy } = ctx.viewer.agent;
    const post = await insertPost(ctx.db, {
      threadId: input.threadId,
      body: input.body,
      contentType: input.contentType ?? PLAIN_TEXT,
      replyToId: input.replyTo ?? null,
      createdBy,
      via: ctx.facade,
      now: ctx.clock.now(),
    }).catch((error: unknown) => {
      throw toViolation(error)?.constraint === 'posts_reply_to_id_thread_id_fkey'
        ? createInvalidReplyError()
        : error;
    });
    return post ?? throwRefusal(ctx, input.threadId);
  },
});

/** Throws the error for a post that `insertPost` did not insert. */
async function throwRefusal(ctx: WriteContext, id: string): Promise<never> {
  const [thread] = await ctx.db.rows<Thread>(
    sql`select ${columns('Thread')} from threads where id = ${id}::uuid`,
  );
  await assertThreadAndChannelAcceptPosts(ctx, id, thread);
  // The thread or its channel has been opened again since the insert.
  throw createClosedError(['thread', 'closed']);
}
