import { describe, expect, test } from 'vitest';
import { RequestConnection } from '../../../../facades/http/server/request-connection.ts';
import type { Listener, Repetition } from '../../../../schema/contract.ts';

/** A connection of an admitted request, with `slots` free slots. `events` lists each release of a slot and each `admit`. */
function open({ slots = 1, bodyBytes = 0, canRepeat = true } = {}) {
  const events: string[] = [];
  let end = () => {};
  let free = slots;
  const slot = (name: string) => () => void events.push(`release ${name}`);
  const request = { release: slot('first') };
  const connection = new RequestConnection(request, {
    onEnd: (listener) => (end = listener),
    bodyBytes,
    canRepeat,
    admit: () => {
      events.push('admit');
      return free-- > 0 ? slot('next') : null;
    },
  });
  return { connection, events, end: () => end() };
}

describe('the connection of a request', () => {
  test.each([
    [8192, true],
    [8193, false],
  ])('with a body of %i bytes may wait, and the request may be repeated: %s', (bodyBytes, expected) => {
    const { connection } = open({ bodyBytes });
    expect([connection.mayWait, connection.repetition !== null]).toEqual([expected, expected]);
  });

  test('may wait even if the request cannot be repeated', () => {
    const { connection } = open({ canRepeat: false });
    expect([connection.mayWait, connection.repetition]).toEqual([true, null]);
  });

  test('begins unpaused and not ended, with a new repetition', () => {
    const { connection } = open();
    expect(connection).toMatchObject({
      ...{ mayWait: true, isEnded: false, caller: null, timing: null, hasPaused: false },
      repetition: { isRepeated: false, pauseMs: 0, next: null, listener: null, deadline: 0, cursor: null },
    });
  });

  test('holds no slot while at least one part is paused', () => {
    const { connection, events } = open();
    const [resumeFirst, resumeSecond] = [connection.pause(), connection.pause()];
    expect([connection.hasPaused, events]).toEqual([true, ['release first']]);
    resumeFirst();
    expect(events).toEqual(['release first']);
    resumeSecond();
    expect(events).toEqual(['release first', 'admit']);
    connection.release();
    connection.release();
    expect(events).toEqual(['release first', 'admit', 'release next']);
  });

  test('continues without a slot after a pause if no slot is free', () => {
    const { connection, events } = open({ slots: 0 });
    connection.pause()();
    connection.release();
    expect(events).toEqual(['release first', 'admit']);
  });

  test('requests no slot after its end', () => {
    const { connection, events, end } = open();
    const resume = connection.pause();
    end();
    resume();
    expect(events).toEqual(['release first']);
  });

  test('that ends while the request is being served holds its slot until the route has served it', () => {
    const { connection, events, end } = open();
    end();
    expect([connection.isEnded, events]).toEqual([true, []]);
    connection.finishServing();
    expect(events).toEqual(['release first']);
  });

  test('holds its slot after the route has served the request, until the connection ends', () => {
    const { connection, events, end } = open();
    connection.finishServing();
    expect(events).toEqual([]);
    end();
    expect(events).toEqual(['release first']);
  });

  test('calls each listener at its end, but no removed listener; a later listener is called immediately', () => {
    const { connection, end } = open();
    const called: string[] = [];
    connection.onEnd(() => void called.push('kept'));
    connection.onEnd(() => void called.push('removed'))();
    end();
    connection.onEnd(() => void called.push('late'));
    expect(called).toEqual(['kept', 'late']);
  });

  test('calls each onServed listener once when the request is served; a later listener is called immediately', () => {
    const { connection } = open();
    const called: string[] = [];
    connection.onServed(() => void called.push('first'));
    connection.onServed(() => void called.push('second'));
    expect(called).toEqual([]);
    connection.finishServing();
    connection.finishServing();
    connection.onServed(() => void called.push('late'));
    expect(called).toEqual(['first', 'second', 'late']);
  });

  test('ends and closes the listener and releases the stream of its repetition at its end; endRepetition only closes and releases', () => {
    const called: string[] = [];
    const note = (name: string) => () => void called.push(name);
    const attach = ({ repetition }: RequestConnection) =>
      Object.assign(repetition as Repetition, {
        listener: { end: note('end'), close: note('close') } as unknown as Listener,
        stream: { release: note('release stream') },
      });
    const ended = open();
    attach(ended.connection);
    ended.end();
    expect(called).toEqual(['end', 'close', 'release stream']);
    const complete = open();
    attach(complete.connection);
    complete.connection.endRepetition();
    expect(called.slice(3)).toEqual(['close', 'release stream']);
  });
});
