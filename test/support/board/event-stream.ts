/** A server-sent event: its fields. */
export interface StreamEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
  readonly retry?: string;
}

const toEvent = (text: string): StreamEvent =>
  Object.fromEntries(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );

/** Reads the events of a response one by one. Skips comments. */
export function readEvents({ body }: Response) {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let unreadText = '';
  const readText = async (): Promise<string | null> => {
    while (!unreadText.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return null;
      unreadText += value;
    }
    const end = unreadText.indexOf('\n\n');
    const text = unreadText.slice(0, end);
    unreadText = unreadText.slice(end + 2);
    return text;
  };
  return {
    /** The next event; null at the end of the stream. */
    async next(): Promise<StreamEvent | null> {
      let text = await readText();
      while (text?.startsWith(':')) text = await readText();
      return text === null ? null : toEvent(text);
    },
    close: () => reader.cancel(),
  };
}
