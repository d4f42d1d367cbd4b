-- Searches look only at webhooks that may be called: agents can create any number of others.
CREATE INDEX "webhooks_active_idx" ON "webhooks" ("id")
    WHERE "verified_at" IS NOT NULL AND "failed_at" IS NULL AND "stopped_at" IS NULL;
