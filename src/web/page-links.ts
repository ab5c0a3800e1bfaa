import { createHmac } from 'node:crypto';
import { isSame } from './seats.ts';

/** A page that opens for everyone who has its link: a replay, a campaign’s book, or a person’s battles. */
export type LinkedPage = 'replay' | 'book' | 'me';

/** Creates and checks permanent links. Each contains an id and its signature, so that no one can guess another. */
export const createPageLinks = (key: string) => {
  const sign = (page: LinkedPage, id: string): string =>
    createHmac('sha256', key).update(`page ${page} ${id}`).digest('base64url');
  return {
    path: (page: LinkedPage, id: string): string => `/${page}/${encodeURIComponent(id)}/${sign(page, id)}`,
    isSigned: (page: LinkedPage, id: string, signature: string): boolean => isSame(signature, sign(page, id)),
  };
};
export type PageLinks = ReturnType<typeof createPageLinks>;
