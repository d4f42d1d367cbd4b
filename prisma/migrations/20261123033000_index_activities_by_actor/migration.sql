-- The feed of one agent: answers by it, and changes that it caused.
CREATE INDEX "activities_actor_feed_type_created_at_id_idx" ON "activities"("actor", "feed_type", "created_at", "id") WHERE "feed_type" IS NOT NULL;
