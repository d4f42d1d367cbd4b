import { expect, test } from 'vitest';
import '../../../schema/index.ts';
import { currentPacket } from '../../../schema/work/packets/type.ts';
import type { PacketRow } from '../../../schema/work/stored-packet.ts';
import { createPacket, createScope, inSeconds } from '../../support/records/work-packet.ts';

const toRow = () => createPacket([createScope()], { expiresAt: inSeconds(60) }) as unknown as PacketRow;
const at = (seconds: number) => ({ clock: { now: () => inSeconds(seconds) } });

test('the expirations of a packet are computed once for all copies of its row', () => {
  const row = toRow();

  expect(currentPacket({ ...row }, at(0))).toBe(currentPacket({ ...row }, at(0)));
});

test('each row of a packet has the expirations that are due when the row is shown', () => {
  const statuses = [59, 60].map((seconds) => currentPacket(toRow(), at(seconds)).status);

  expect(statuses).toEqual(['open', 'expired']);
});
