import { BoardError } from '../contract.ts';

export const reportNotFound = (id: string) => new BoardError('not_found', `There is no report ${id}`);
