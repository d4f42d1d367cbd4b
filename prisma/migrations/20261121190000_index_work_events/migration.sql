-- What happened to work in a period, whichever packet it happened to.
-- CreateIndex
CREATE INDEX "work_events_at_idx" ON "work_events"("at");
