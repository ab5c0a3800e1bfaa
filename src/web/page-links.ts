import { createHmac } from 'node:crypto';
import { isSame } from './seats.ts';

/** A page that opens for everyone who has its link: a replay, a campaign’s book, or a person’s battles. */
type LinkedPage = 'replay' | 'book' | 'me';

/**
 * Creates and checks links that do not expire. Each contains an id and its signature, so that no one can guess another.
 * A link to a person's battles is signed with the person's number, and ends when the number changes.
 */
export const createPageLinks = (key: string) => {
  const sign = (page: LinkedPage, id: string, number: number): string =>
    createHmac('sha256', key).update(`page ${page} ${number} ${id}`).digest('base64url');
  return {
    path: (page: LinkedPage, id: string, number = 0): string =>
      `/${page}/${encodeURIComponent(id)}/${sign(page, id, number)}`,
    isSigned: (page: LinkedPage, id: string, signature: string, number = 0): boolean =>
      isSame(signature, sign(page, id, number)),
  };
};
export type PageLinks = ReturnType<typeof createPageLinks>;
