import { isDeepStrictEqual } from 'node:util';
import type { LogEntry } from '../../src/battle/saved/store.ts';
import { hiddenPlanReason } from '../../src/battle/views/hidden-plans.ts';
import { parseFollowUpOrderId } from '../../src/battle/views/report.ts';
import { buildNamePattern } from '../../src/core/message.ts';
import { hiddenPartLabel } from '../../src/rules/event.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Twin } from './table.ts';

/** What both worlds wrote while one order was given, and what the hidden one did beside. */
export interface Stretch {
  readonly bare: readonly LogEntry[];
  readonly secret: readonly LogEntry[];
  /** Was the order done in each? */
  readonly done: readonly [bare: boolean, secret: boolean];
  readonly byGm: boolean;
  /** Why the one where somebody is hidden refused it. */
  readonly refusal: string;
  /** What others than the GM were told there and not in the other world. */
  readonly told: readonly string[];
}

type Fact = { readonly type: string } & Readonly<Record<string, unknown>>;

const factsOf = (entries: readonly LogEntry[]): readonly Fact[] =>
  entries.flatMap(({ events }) => events.map((event): Fact => Object(event)));

/** Does a value name somebody, lists of everybody aside? */
const names = (value: unknown, name: string): boolean => {
  if (typeof value === 'string') return value === name;
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object' && names(each, name));
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => names(each, name));
};

/** Where no verb was refused: does the sentence name the hidden one, or the square where they are? */
const isNamed = (game: Game, hidden: string, refusal: string): boolean => {
  const place = game.view(gmViewer).combatants.find(({ id }) => id === hidden)?.place;
  // In Skure a place has a facing beside its square.
  const words = [hidden, place?.split(' ')[0]].flatMap((word) => word ?? []);
  return refusal.match(buildNamePattern(words)) !== null;
};

interface Row {
  readonly row: string;
  /** Leaves its mark in what is counted afterwards, though all stand alike after it. */
  readonly counted?: true;
  readonly holds: (
    stretch: Stretch,
    t: Twin,
    there: { readonly game: Game; readonly others: readonly string[] },
  ) => boolean;
}

/** Facts that differ, by their place among those that do not name the hidden one. */
const differing = (
  { bare, secret }: Stretch,
  hidden: string,
): readonly (readonly [Fact | undefined, Fact | undefined])[] => {
  const [one, other] = [factsOf(bare), factsOf(secret).filter((fact) => !names(fact, hidden))];
  const most = Math.max(one.length, other.length);
  return Array.from({ length: most }, (_, at) => [one[at], other[at]] as const).filter(
    ([a, b]) => !isDeepStrictEqual(a, b),
  );
};

const first = (stretch: Stretch, hidden: string, types: readonly string[]): boolean => {
  const [pair] = differing(stretch, hidden);
  return pair?.some((fact) => fact !== undefined && types.includes(fact.type)) ?? false;
};

/** Was a side found to be the last one standing? */
const isOver = (entries: readonly LogEntry[]): boolean =>
  factsOf(entries).some(
    ({ type, teamLeft }) =>
      ['ended', 'game-over', 'battle-ended', 'combat-ended', 'closed', 'aftermath'].includes(type) ||
      teamLeft !== undefined,
  );

/**
 * The moments at which the rules make the hidden one felt, by their names in docs/fairness.md. Only at one of these may the two
 * worlds go apart.
 */
export const rows: readonly Row[] = [
  {
    row: 'put to the GM',
    holds: ({ secret }) => secret.some(({ table }) => table.some(({ type }) => type === 'put-to-gm')),
  },
  {
    row: 'revealed',
    holds: ({ secret }, { hidden }) =>
      secret.some(({ table }) => table.some((event) => event.type === 'revealed' && event.who === hidden)),
  },
  {
    row: 'a deed on somebody',
    counted: true,
    holds: ({ secret }, { hidden }, { others }) =>
      factsOf(secret).some((fact) => names(fact, hidden) && others.some((id) => names(fact, id))),
  },
  {
    row: 'the GM hindered',
    holds: ({ done: [bare, secret], byGm, refusal }, { hidden, hindered }, { game }) =>
      byGm && bare && !secret && (hindered() ?? isNamed(game, hidden, refusal)),
  },
  {
    row: 'who goes first',
    counted: true,
    holds: (stretch, { hidden }) =>
      first(stretch, hidden, ['initiative', 'began', 'combat-began', 'started', 'tactics-tested', 'token-moved']),
  },
  {
    row: 'the battle goes on',
    holds: ({ bare, secret }) => isOver(bare) && !isOver(secret),
  },
  {
    row: 'something hidden',
    holds: ({ told }) => told.some((text) => text.includes(hiddenPartLabel)),
  },
  {
    row: 'a warrior more',
    holds: ({ bare, secret }, { system }) =>
      system === 'dskull' &&
      [bare, secret].every((entries) => entries.at(-1)?.pending !== undefined) &&
      secret.at(-1)?.reason === hiddenPlanReason,
  },
  {
    row: 'a moment of the GM',
    holds: ({ secret }, { hidden }) =>
      secret.some((entry) => {
        const { request, reason, orderId, pending } = entry;
        if (pending?.question.to === hidden) return true;
        if (request.kind !== 'order' || request.actor !== hidden) return false;
        // A plan that is made when the moment has come is an order.
        return (
          reason !== hiddenPlanReason ||
          secret.some((each) => each.orderId === parseFollowUpOrderId(orderId).first && each.request.kind === 'table')
        );
      }),
  },
  { row: 'a line held', holds: (stretch, { hidden }) => first(stretch, hidden, ['overran']) },
];

const rowIn = async (t: Twin, stretch: Stretch): Promise<Row | undefined> => {
  const { game } = await t.secret.battle();
  const others = game
    .roster()
    .map(({ id }) => id)
    .filter((id) => id !== t.hidden);
  return rows.find(({ holds }) => holds(stretch, t, { game, others }));
};

/** Why the two worlds went apart in this stretch, by the name of a row; nothing where none fits. */
export const feltIn = async (t: Twin, stretch: Stretch): Promise<string | undefined> => (await rowIn(t, stretch))?.row;

/** The same of a row that leaves its mark in what is counted afterwards. */
export const pastIn = async (t: Twin, stretch: Stretch): Promise<string | undefined> => {
  const found = await rowIn(t, stretch);
  return found?.counted && found.row;
};

/** What no reader is told, and what the hidden one alone counts on. */
const inner = ['joined', 'batch'];

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) => (inner.includes(key) ? undefined : each));

/** Do all but the hidden one stand alike in both worlds? */
export const standAlike = async (t: Twin): Promise<boolean> => {
  const [a, b] = [await t.bare.battle(), await t.secret.battle()];
  const known = b.game.asKnownTo({ ...gmViewer, gm: false, unseen: [t.hidden] });
  return isDeepStrictEqual(plain(known.save()), plain(a.game.save()));
};
