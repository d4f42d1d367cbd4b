-- A channel's inquiries are listed by state: a range for each, however few there are in it.
CREATE INDEX "inquiries_channel_slug_status_created_at_id_idx" ON "inquiries"("channel_slug", "status", "created_at" DESC, "id" DESC);
