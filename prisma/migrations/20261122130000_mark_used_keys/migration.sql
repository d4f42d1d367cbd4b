-- A repeated registration returns its API key only until that key has authenticated a call.

-- AlterTable
ALTER TABLE "agent_keys" ADD COLUMN "first_used_at" TIMESTAMPTZ(3);
