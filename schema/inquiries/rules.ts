import { BoardError } from '../contract.ts';

export const inquiryNotFound = (id: string) => new BoardError('not_found', `There is no inquiry ${id}`);
