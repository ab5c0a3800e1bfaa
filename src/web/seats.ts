import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Need } from '../app/services.ts';
import type { BoardLink } from '../app/table/web-links.ts';

/** Who uses a page. */
export interface Seat {
  /** The user. Undefined at the practice table, where a page may act for everyone. */
  readonly user: string | undefined;
  /** The link that became the seat. Undefined at the practice table, where a seat is for all battles. */
  readonly link: BoardLink | undefined;
}

/** What the browser gets for the key of an address. */
interface Entry {
  readonly cookie: string;
  /** The path for which browsers send the cookie, and the page that opens first. */
  readonly path: string;
  /** Time until the browser forgets the cookie (seconds). */
  readonly lifetime: number;
}

/** Decides who may open pages. */
export interface Seats {
  /** The name of the cookie. */
  readonly cookie: string;
  /** The cookie for the key of an address. Undefined if the key is wrong or has expired. */
  readonly exchange: (key: string) => Promise<Entry | undefined>;
  /** The seat of a request. Undefined if its cookie is missing, wrong, or for another battle. */
  readonly find: (cookie: string | undefined, battle: string | undefined) => Seat | undefined;
  /** True if the seat still counts: its user did not end it, and may read the battle's channel. */
  readonly isOpen: (seat: Seat) => Promise<boolean>;
  /** True if a user may read a channel of a server. */
  readonly mayRead: (guild: string | undefined, channel: string, user: string) => Promise<boolean>;
  /** What to do without a seat, as a sentence. */
  readonly advice: string;
}

/** Compares texts in a time that does not depend on how they differ. */
export const isSame = (a: string, b: string): boolean => {
  const [given, wanted] = [Buffer.from(a), Buffer.from(b)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const year = 31_536_000;

/** The only seat of a practice table: who has the key acts for everyone. The cookie does not contain the key. */
export const createPracticeSeats = (key: string): Seats => {
  const sign = (what: string): string => createHmac('sha256', key).update(what).digest('base64url');
  const cookie = sign('seat');
  return {
    // Browsers send cookies to all ports of a machine, where other tables may run.
    cookie: `seat-${sign('name').slice(0, 8)}`,
    exchange: async (given) => (isSame(given, key) ? { cookie, path: '/', lifetime: year } : undefined),
    find: (given) => (given !== undefined && isSame(given, cookie) ? { user: undefined, link: undefined } : undefined),
    isOpen: async () => true,
    mayRead: async () => true,
    advice: 'Open the address that the terminal printed last: it contains your key.',
  };
};

/** Time for which a link and a seat are valid (milliseconds). A battle by posts takes long between two orders. */
const lifetimes = { link: 15 * 60_000, seat: 30 * 86_400_000 } as const;

/** A signed text. One of a link is never taken for one of a seat. */
const ticketSchema = z.strictObject({
  kind: z.enum(['link', 'seat']),
  battle: z.string().max(100),
  user: z.string().max(100),
  name: z.string().max(100),
  number: z.int(),
  /** Milliseconds since 1970. */
  until: z.int(),
});
type TicketKind = z.output<typeof ticketSchema>['kind'];

/** Maximum length of a signed text. */
const maxTicket = 2000;

/** Creates the functions that sign links and seats, and read those that are valid. */
export const createTickets = (key: string, now: () => number) => {
  const signatureOf = (body: string): string => createHmac('sha256', key).update(body).digest('base64url');
  return {
    sign: (kind: TicketKind, { battle, user, name, number }: BoardLink): string => {
      const ticket = { kind, battle, user, name: name.slice(0, 100), number, until: now() + lifetimes[kind] };
      const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${body}.${signatureOf(body)}`;
    },
    read: (text: string, wanted: TicketKind): BoardLink | undefined => {
      const [body = '', signature = ''] = text.length > maxTicket ? [] : text.split('.');
      if (!isSame(signature, signatureOf(body))) return undefined;
      const ticket = ticketSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
      if (!ticket.success || ticket.data.kind !== wanted || ticket.data.until <= now()) return undefined;
      const { battle, user, name, number } = ticket.data;
      return { battle, user, name, number };
    },
  };
};
export type Tickets = ReturnType<typeof createTickets>;

/** Time for which Discord's yes and no count (milliseconds), and maximum number of cached answers. */
const answers = { yes: 5 * 60_000, no: 10_000, max: 10_000 };

type SeatServices = Need<'battles' | 'people' | 'channels' | 'now'>;

/** The seats of a bot on Discord: each for one person and one battle. */
export const createBoardSeats = (tickets: Tickets, services: SeatServices, isSecure: boolean): Seats => {
  const { battles, people, channels, now } = services;
  const cached = new LRUCache<string, { readonly isReader: boolean; readonly at: number }>({ max: answers.max });

  /** Asks Discord whether the user may read the channel. If Discord does not answer, the last answer counts. */
  const mayRead: Seats['mayRead'] = async (guild, channel, user) => {
    const key = `${channel} ${user}`;
    const last = cached.get(key);
    if (last && Math.abs(now() - last.at) < (last.isReader ? answers.yes : answers.no)) return last.isReader;
    const found = await channels.mayRead?.(guild, channel, user).catch(() => undefined);
    if (found !== undefined) cached.set(key, { isReader: found, at: now() });
    return found ?? last?.isReader ?? false;
  };

  const isValid = async ({ battle: id, user, number }: BoardLink): Promise<boolean> => {
    if ((await people.findMany([user])).get(user)?.boards !== number) return false;
    const battle = await battles.openById(id);
    return battle.ok && mayRead(battle.value.saved.guild, battle.value.saved.channel, user);
  };

  return {
    cookie: isSecure ? '__Secure-seat' : 'seat',
    exchange: async (key) => {
      const link = tickets.read(key, 'link');
      if (link === undefined || !(await isValid(link))) return undefined;
      return { cookie: tickets.sign('seat', link), path: `/b/${link.battle}`, lifetime: lifetimes.seat / 1000 };
    },
    find: (cookie = '', battle = '') => {
      const link = tickets.read(cookie, 'seat');
      return link?.battle === battle ? { user: link.user, link } : undefined;
    },
    isOpen: async ({ link }) => link !== undefined && isValid(link),
    mayRead,
    advice: 'Press “Open the board” under the panel on Discord. A link works for 15 minutes, and only for you.',
  };
};
