import type { Fault, Faults, Incoming } from './faults.ts';

/** Requests to Discord, by purpose. */
const kinds = {
  'first answer': /^POST \/interactions\/.*\/callback$/,
  'deferred answer': /^PATCH \/webhooks\//,
  'follow-up': /^POST \/webhooks\//,
  withdrawal: /^DELETE \/webhooks\//,
  answer: /^GET \/webhooks\//,
  message: /^POST \/channels\/\d+\/messages$/,
  edit: /^PATCH \/channels\/\d+\/messages\/\d+$/,
  deletion: /^DELETE \/channels\/\d+\/messages\/\d+$/,
  'direct channel': /^POST \/users\/@me\/channels$/,
  thread: /^POST \/channels\/\d+\/threads$/,
  webhook: /^POST \/channels\/\d+\/webhooks$/,
  emoji: /^(POST|DELETE) \/applications\/\d+\/emojis/,
  tags: /^PATCH \/channels\/\d+$/,
  'listed commands': /^GET \/applications\/.*commands$/,
  commands: /^PUT \/applications\/.*commands$/,
} as const;
export type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as readonly Kind[];

/** The purpose of a request. Undefined for a route that the bot does not use. */
export const kindOf = ({ method, path }: Pick<Incoming, 'method' | 'path'>): Kind | undefined =>
  allKinds.find((kind) => kinds[kind].test(`${method} ${path}`));

/** A random number below `below`, always the same for the same names. */
export type Draw = (below: number, ...names: readonly (string | number)[]) => number;

interface Weather {
  readonly draw: Draw;
  /** The possible faults of a request of a kind. */
  readonly of: (kind: Kind) => readonly Fault[];
  /** Number in a hundred requests of a kind that begin a series of faults, and the maximum length of the series. */
  readonly perHundred: (kind: Kind) => number;
  readonly spell: number;
}

/** Random series of equal faults for requests of one kind, by number and not by time. */
export const weather = ({ draw, of, perHundred, spell }: Weather): Faults => {
  const counts = new Map<Kind, number>();
  const spells = new Map<Kind, { readonly fault: Fault; readonly n: number; left: number }>();
  return (request) => {
    const kind = kindOf(request);
    if (kind === undefined) return undefined;
    const n = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, n);
    const now = spells.get(kind);
    if (now !== undefined && now.left > 0) {
      now.left -= 1;
      return now.fault;
    }
    const faults = of(kind);
    if (faults.length === 0 || draw(100, kind, n) >= perHundred(kind)) return undefined;
    const next = (now?.n ?? draw(faults.length, kind, 'first')) + 1;
    const fault = faults[next % faults.length];
    if (fault !== undefined) spells.set(kind, { fault, n: next, left: draw(spell, kind, n, 'how long') });
    return fault;
  };
};
