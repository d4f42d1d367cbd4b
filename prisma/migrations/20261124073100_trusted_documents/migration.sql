-- GraphQL documents that the operator has registered. Callers send the id in place of the text.
CREATE TABLE "trusted_documents" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trusted_documents_pkey" PRIMARY KEY ("id")
);
