-- Calls that take long no longer take the place of others: no endpoint needs to be remembered as slow.
ALTER TABLE "webhooks" DROP COLUMN "slow_until";
