-- phase: expand
-- The HMAC of a constant text under KEY_PEPPER: a board with another pepper does not start. The first start inserts the row.
CREATE TABLE "pepper_check" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "pepper_check_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "pepper_check_id_check" CHECK ("id")
);
