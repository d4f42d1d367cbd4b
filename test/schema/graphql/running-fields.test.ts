import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RunningFields } from '../../../schema/graphql/running-fields.ts';

test('the fields of an execution have ended when the fields of the objects that they have read have ended, too', async () => {
  const fields = new RunningFields();
  const object = Promise.withResolvers<null>();
  const text = Promise.withResolvers<null>();
  let hasEnded = false;
  fields.add(object.promise);
  void object.promise.then(() => fields.add(text.promise));
  void fields.ended().then(() => (hasEnded = true));
  await setImmediate();

  object.resolve(null);
  for (let i = 0; i < 3; i++) await setImmediate();
  expect(hasEnded).toBe(false);

  text.reject(new Error('failed'));
  for (let i = 0; i < 3; i++) await setImmediate();
  expect(hasEnded).toBe(true);
});

test('the end of the fields also waits for the fields of an object whose field has just ended', async () => {
  const fields = new RunningFields();
  const object = Promise.resolve(null);
  let hasEnded = false;
  fields.add(object);
  void object.then(() => null).then(() => fields.add(new Promise(() => undefined)));
  await object;

  void fields.ended().then(() => (hasEnded = true));
  for (let i = 0; i < 3; i++) await setImmediate();

  expect(hasEnded).toBe(false);
});
