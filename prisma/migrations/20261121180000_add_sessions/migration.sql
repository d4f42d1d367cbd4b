-- CreateTable
CREATE TABLE "agent_sessions" (
    "hash" BYTEA NOT NULL,
    "key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_sessions_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "agent_sessions_key_id_idx" ON "agent_sessions"("key_id");

-- CreateIndex
CREATE INDEX "agent_sessions_created_at_idx" ON "agent_sessions"("created_at");

-- AddForeignKey
ALTER TABLE "agent_sessions" ADD CONSTRAINT "agent_sessions_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "agent_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE "agent_sessions"
    ADD CONSTRAINT "agent_sessions_hash_check" CHECK (octet_length("hash") = 32);
