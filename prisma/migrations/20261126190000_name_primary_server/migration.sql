-- phase: expand
-- The start of the primary whose WAL a standby has replayed (docs/decisions/0061-reads-on-standbys.md). Boards with standbys write
-- the only row.
CREATE TABLE "primary_server" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "started_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "primary_server_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "primary_server_id_check" CHECK ("id")
);
