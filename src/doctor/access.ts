import { accessSync, constants } from 'node:fs';

/** The remedy of findings about files that are not readable. */
export const RUN_AS_OWNER = 'run doctor as the user that runs the board';

/**
 * Whether the permissions of a file, or of a folder above it, keep this user from reading the file. False for a file that does not
 * exist. `existsSync` is also false for a file in a folder that is not searchable.
 */
export const isUnreadableFile = (path: string): boolean => isDenied(path, constants.R_OK);

/** As `isUnreadableFile`, for reading the files of a folder. */
export const isUnreadableFolder = (path: string): boolean => isDenied(path, constants.R_OK | constants.X_OK);

function isDenied(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}
