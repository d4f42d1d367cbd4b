// Parses server-sent events (WHATWG HTML, section 9.2). It covers only what the protocol of the board uses:
// https://github.com/enisdenjo/graphql-sse.

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Yields the events of a stream until it ends. `onChunk` is called for every chunk, comments included. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
): AsyncGenerator<ServerEvent, void, undefined> {
  let text = '';
  let lastCharacter = '';
  for await (const chunk of readText(body)) {
    onChunk();
    // Search only the chunk for the end of the event: searching `text` again for each chunk would take quadratic time.
    const hasEnd = `${lastCharacter}${chunk}`.includes('\n\n');
    lastCharacter = chunk.at(-1) ?? lastCharacter;
    text += chunk;
    if (!hasEnd) continue;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.filter((block) => !block.startsWith(':')).map(toEvent);
  }
}

async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  // Not every browser iterates over streams.
  const reader = body.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read())
      yield decoder.decode(step.value, { stream: true });
  } finally {
    // After a failure of the connection, `cancel` rejects with the error that `read` has already thrown.
    await reader.cancel().catch(() => undefined);
  }
}

function toEvent(block: string): ServerEvent {
  const values = (field: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).trimStart());
  return { name: values('event').join(''), data: values('data').join('\n') };
}
