import { createHmac, timingSafeEqual } from 'node:crypto';

/** Who uses a page. */
export interface Seat {
  /** The user. Undefined at the practice table, where a page may act for everyone. */
  readonly user: string | undefined;
}

/** Decides who may open pages. */
export interface Seats {
  readonly cookie: string;
  /** The cookie's value for the key of an address. Undefined if the key is wrong. */
  readonly exchange: (key: string) => string | undefined;
  /** The seat of a request. Undefined if its cookie is missing or wrong. */
  readonly find: (cookie: string | undefined) => Seat | undefined;
}

const isSame = (a: string, b: string): boolean => {
  const [given, wanted] = [Buffer.from(a), Buffer.from(b)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** The only seat of a practice table: who has the key acts for everyone. The cookie does not contain the key. */
export const createPracticeSeats = (key: string): Seats => {
  const sign = (what: string): string => createHmac('sha256', key).update(what).digest('base64url');
  const value = sign('seat');
  return {
    // Browsers send cookies to all ports of a machine, where other tables may run.
    cookie: `seat-${sign('name').slice(0, 8)}`,
    exchange: (given) => (isSame(given, key) ? value : undefined),
    find: (cookie) => (cookie !== undefined && isSame(cookie, value) ? { user: undefined } : undefined),
  };
};
