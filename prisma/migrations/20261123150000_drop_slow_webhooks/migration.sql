-- Calls that take long do not take the places of other calls: no endpoint is remembered as slow.
ALTER TABLE "webhooks" DROP COLUMN "is_slow";
