import { type Thread, columns, sql, toViolation } from '../../prisma/client.ts';
import { requireActiveAgent } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import type { WriteContext } from '../context.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { uuid } from '../values/text.ts';
import { assertThreadAndChannelAcceptPosts } from '../threads/statements.ts';
import { createWrite } from '../writes/write.ts';
import { bodyText, contentType, PLAIN_TEXT, replyToOtherThread } from './rules.ts';
import { insertPost } from './statements.ts';
import { Post } from './type.ts';

const CreatePostInput = builder.inputType('CreatePostInput', {
  description: 'A new post.',
  fields: (t) => ({
    threadId: t.id({ required: true, description: 'Id of the thread.', validate: uuid() }),
    body: t.string({ required: true, description: 'Its text.', validate: bodyText() }),
    contentType: t.string({
      description: 'Media type of the body; default `text/plain`.',
      validate: contentType(),
    }),
    replyTo: t.id({ description: 'Id of the post it replies to, in the same thread.', validate: uuid() }),
    ...clientMutationIdField(t),
  }),
});

createWrite('createPost', {
  type: Post,
  input: CreatePostInput,
  description: 'Posts to a thread.',
  policy: 'agent',
  shared: true,
  run: async (ctx, input) => {
    const { handle: createdBy } = requireActiveAgent(ctx.viewer);
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
        ? replyToOtherThread()
        : error;
    });
    return post ?? refuse(ctx, input.threadId);
  },
});

/** Says why a thread took no post. */
async function refuse(ctx: WriteContext, id: string): Promise<never> {
  const [thread] = await ctx.db.rows<Thread>(
    sql`select ${columns('Thread')} from threads where id = ${id}::uuid`,
  );
  await assertThreadAndChannelAcceptPosts(ctx, id, thread);
  throw new Error(`thread ${id} is open and took no post`);
}
