import { isDeepStrictEqual } from 'node:util';
import type { LogEntry } from '../../src/battle/saved/store.ts';
import { hiddenPlanReason } from '../../src/battle/views/hidden-plans.ts';
import { parseFollowUpOrderId } from '../../src/battle/views/report.ts';
import { buildNamePattern } from '../../src/core/message.ts';
import { hiddenPartLabel } from '../../src/rules/event.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { isAskedFor, type Twin } from './table.ts';

/** What both worlds saved during one order, and what the hidden combatant did meanwhile. */
export interface TwinStep {
  readonly bare: readonly LogEntry[];
  readonly secret: readonly LogEntry[];
  /** True if the order was accepted, in each world. */
  readonly done: readonly [bare: boolean, secret: boolean];
  readonly byGm: boolean;
  /** The refusal in the world with the hidden combatant. */
  readonly refusal: string;
  /** Texts that others than the GM read only in that world. */
  readonly told: readonly string[];
}

type Fact = { readonly type: string } & Readonly<Record<string, unknown>>;

const factsOf = (entries: readonly LogEntry[]): readonly Fact[] =>
  entries.flatMap(({ events }) => events.map((event): Fact => Object(event)));

/** True if a value names the combatant outside of lists of all combatants. */
const names = (value: unknown, name: string): boolean => {
  if (typeof value === 'string') return value === name;
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object' && names(each, name));
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => names(each, name));
};

/** True if a refusal without a verb names the hidden combatant or its square. */
const isNamed = (game: Game, hidden: string, refusal: string): boolean => {
  const place = game.view(gmViewer).combatants.find(({ id }) => id === hidden)?.place;
  // In Skure a position has a facing after its square.
  const words = [hidden, place?.split(' ')[0]].flatMap((word) => word ?? []);
  return refusal.match(buildNamePattern(words)) !== null;
};

interface Row {
  readonly row: string;
  /** True if only later counts show it, since both worlds have the same state afterwards. */
  readonly counted?: true;
  readonly holds: (
    stretch: TwinStep,
    t: Twin,
    there: { readonly game: Game; readonly others: readonly string[] },
  ) => boolean;
}

/** Facts that differ, by their position among those that do not name the hidden combatant. */
const differing = (
  { bare, secret }: TwinStep,
  hidden: string,
): readonly (readonly [Fact | undefined, Fact | undefined])[] => {
  const [one, other] = [factsOf(bare), factsOf(secret).filter((fact) => !names(fact, hidden))];
  const most = Math.max(one.length, other.length);
  return Array.from({ length: most }, (_, at) => [one[at], other[at]] as const).filter(
    ([a, b]) => !isDeepStrictEqual(a, b),
  );
};

const first = (stretch: TwinStep, hidden: string, types: readonly string[]): boolean => {
  const [pair] = differing(stretch, hidden);
  return pair?.some((fact) => fact !== undefined && types.includes(fact.type)) ?? false;
};

/** True if a side was found to be the last one. */
const isOver = (entries: readonly LogEntry[]): boolean =>
  factsOf(entries).some(
    ({ type, teamLeft }) =>
      ['ended', 'game-over', 'battle-ended', 'combat-ended', 'closed', 'aftermath'].includes(type) ||
      teamLeft !== undefined,
  );

/**
 * The moments at which the rules reveal the hidden combatant, by their names in docs/fairness.md. The two worlds may
 * differ only at one of these.
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
        if (pending !== undefined && isAskedFor(pending, hidden)) return true;
        if (request.kind !== 'order' || request.actor !== hidden) return false;
        // A plan made at the moment itself is an order.
        return (
          reason !== hiddenPlanReason ||
          secret.some((each) => each.orderId === parseFollowUpOrderId(orderId).first && each.request.kind === 'table')
        );
      }),
  },
  { row: 'a line held', holds: (stretch, { hidden }) => first(stretch, hidden, ['overran']) },
];

const rowIn = async (t: Twin, stretch: TwinStep): Promise<Row | undefined> => {
  const { game } = await t.secret.battle();
  const others = game
    .roster()
    .map(({ id }) => id)
    .filter((id) => id !== t.hidden);
  return rows.find(({ holds }) => holds(stretch, t, { game, others }));
};

/** The name of the row that explains why the worlds differ. Undefined if none does. */
export const findReveal = async (t: Twin, stretch: TwinStep): Promise<string | undefined> =>
  (await rowIn(t, stretch))?.row;

/** The name of the row that explains a difference in later counts. */
export const findDelayedReveal = async (t: Twin, stretch: TwinStep): Promise<string | undefined> => {
  const found = await rowIn(t, stretch);
  return found?.counted && found.row;
};

/** Values that no viewer reads, and that only the hidden combatant affects. */
const inner = ['joined', 'batch'];

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) => (inner.includes(key) ? undefined : each));

/** True if all but the hidden combatant have the same state in both worlds. */
export const isVisibleStateEqual = async (t: Twin): Promise<boolean> => {
  const [a, b] = [await t.bare.battle(), await t.secret.battle()];
  const known = b.game.asKnownTo({ ...gmViewer, gm: false, unseen: [t.hidden] });
  return isDeepStrictEqual(plain(known.save()), plain(a.game.save()));
};
