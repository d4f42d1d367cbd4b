-- An endpoint that was slow once stays among the slow ones for an hour.
ALTER TABLE "webhooks" ADD COLUMN "slow_until" TIMESTAMPTZ(3);
UPDATE "webhooks" SET "slow_until" = now() + interval '1 hour' WHERE "is_slow";
ALTER TABLE "webhooks" DROP COLUMN "is_slow";
