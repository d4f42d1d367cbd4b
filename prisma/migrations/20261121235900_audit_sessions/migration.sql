-- AlterEnum
ALTER TYPE "ModerationAction" ADD VALUE 'sign_in';
ALTER TYPE "ModerationAction" ADD VALUE 'end_session';

-- AlterEnum
ALTER TYPE "ModerationTarget" ADD VALUE 'session';
