import { expect, test } from 'vitest';
import '../../../schema/index.ts';
import { currentPacket } from '../../../schema/work/packets/type.ts';
import type { PacketRow } from '../../../schema/work/stored-packet.ts';
import { createPacket, createScope, inSeconds } from '../../support/records/work-packet.ts';

const toRow = () => createPacket([createScope()], { expiresAt: inSeconds(60) }) as unknown as PacketRow;
const at = (seconds: number) => ({ clock: { now: () => inSeconds(seconds) } });

test('the expirations of a packet are applied once to copies of one row, with which fields under several aliases are resolved', () => {
  const row = toRow();

  expect(currentPacket({ ...row }, at(0))).toBe(currentPacket({ ...row }, at(0)));
});

test('the expirations of a packet are applied to each row that is read, at the time at which it is shown', () => {
  const statuses = [59, 60].map((seconds) => currentPacket(toRow(), at(seconds)).status);

  expect(statuses).toEqual(['open', 'expired']);
});
