import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { effectiveEntries } from '../battle/saved/replay.ts';
import type { LogEntry, OpenBattle } from '../battle/saved/store.ts';
import { usersExpectedToAct } from '../battle/views/expected-actions.ts';
import { findLeavers, type VisibleEntry } from '../battle/views/log-view.ts';
import { isGm, isRolledForEveryone, viewerOf } from '../battle/views/viewer.ts';
import { type Tally, tallyKinds } from '../rules/event.ts';
import { gmActor } from '../rules/expected-action.ts';
import { createReader, listDisclosures } from '../rules/reader.ts';

const deedCounts = z.partialRecord(z.enum(tallyKinds), z.int());
const faceCounts = z.strictObject({ sides: z.int(), faces: z.array(z.int()) });

/** What one user did with one combatant in a battle. Rolls outside the rules have no combatant. */
const sliceSchema = z.strictObject({
  user: z.string(),
  actor: z.string().optional(),
  dice: z.array(faceCounts),
  /** Number of dice rolled by hand, which tests of fairness ignore. */
  byHand: z.int(),
  deeds: deedCounts,
  /** Duration of each of the user's turns (seconds). */
  moves: z.array(z.int()),
});
export type TallySlice = z.output<typeof sliceSchema>;

/** The statistics of a battle. */
export const battleTallySchema = z.strictObject({
  battle: z.string(),
  /** The battle's version when its statistics were counted. */
  version: z.int(),
  /** The names of users in the battle, by id. */
  names: z.record(z.string(), z.string()),
  slices: z.array(sliceSchema),
});
export type BattleTally = z.output<typeof battleTallySchema>;

/** Saves the statistics of ended battles, and which users hide their statistics. */
export interface StatisticsStore {
  readonly find: (battles: readonly string[]) => Promise<readonly BattleTally[]>;
  readonly save: (tallied: BattleTally) => Promise<void>;
  readonly forget: (battles: readonly string[]) => Promise<void>;
  readonly listPrivate: (users: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly setPrivate: (user: string, on: boolean, said?: PlacedMessage) => Promise<void>;
}

const mergeFaceCounts = (a: readonly TallySlice['dice'][number][], b: TallySlice['dice']): TallySlice['dice'] => {
  const sizes = new Map(a.map((each) => [each.sides, each.faces]));
  for (const { sides, faces } of b) {
    const there = sizes.get(sides) ?? [];
    sizes.set(
      sides,
      Array.from({ length: sides }, (_, at) => (there[at] ?? 0) + (faces[at] ?? 0)),
    );
  }
  return [...sizes].toSorted(([x], [y]) => x - y).map(([sides, faces]) => ({ sides, faces: [...faces] }));
};

/** Sums of several slices. */
export type SliceTotals = Pick<TallySlice, 'dice' | 'byHand' | 'deeds' | 'moves'>;

export const sumSlices = (slices: readonly SliceTotals[]): SliceTotals => {
  const sum: SliceTotals = { dice: [], byHand: 0, deeds: {}, moves: [] };
  for (const slice of slices) {
    sum.dice = mergeFaceCounts(sum.dice, slice.dice);
    sum.byHand += slice.byHand;
    for (const deed of tallyKinds) {
      const more = slice.deeds[deed];
      if (more !== undefined) sum.deeds[deed] = (sum.deeds[deed] ?? 0) + more;
    }
    sum.moves.push(...slice.moves);
  }
  return sum;
};

type Die = LogEntry['dice'][number];

/** Counts how often each face was rolled, by size of the dice. */
const countFaces = (dice: readonly Die[]): TallySlice['dice'] =>
  [...Map.groupBy(dice, ({ sides }) => sides)]
    .toSorted(([a], [b]) => a - b)
    .map(([sides, those]) => ({
      sides,
      faces: Array.from({ length: sides }, (_, at) => those.filter(({ value }) => value === at + 1).length),
    }));

const actorOf = ({ request }: LogEntry): string | undefined =>
  request.kind === 'order' && request.actor !== gmActor ? request.actor : undefined;

/** True if the reader may know of the entry. After the battle, everyone may. */
const isVisible = ({ entry, after, isReadable }: VisibleEntry, user: string | undefined, over: boolean): boolean =>
  over ||
  (isReadable && (entry.request.kind !== 'order' || createReader(viewerOf(after, user)).canSee(entry.request.actor)));

/** True if the reader may know of the tally. During a battle, damage to foes depends on the disclosure. */
const isTallyVisible = (
  battle: OpenBattle,
  { who, what, of }: Tally,
  user: string | undefined,
  over: boolean,
): boolean => {
  if (over) return true;
  const reader = createReader(viewerOf(battle, user));
  if (!reader.canSee(who) || (of !== undefined && !reader.canSee(of))) return false;
  const sufferer = what === 'damage' ? of : what === 'taken' || what === 'healed' ? who : undefined;
  const exact = listDisclosures(reader.foes, battle.ruleset.numberTerms).every(
    ([, { kind }, { mode }]) => kind !== 'health' || mode === 'exact',
  );
  return sufferer === undefined || exact || reader.knowsAllOf(sufferer);
};

const slice = (user: string, actor: string | undefined, parts: Partial<TallySlice>): TallySlice => ({
  user,
  ...(actor !== undefined && { actor }),
  dice: [],
  byHand: 0,
  deeds: {},
  moves: [],
  ...parts,
});

/** Counts the dice of orders. An order that is decided again after a question repeats its dice, which count once. */
const diceSlices = (told: readonly VisibleEntry[], lots: readonly string[]): readonly TallySlice[] => {
  const rolled = new Map<string, LogEntry>();
  const given = new Map(told.map(({ entry }) => [entry.orderId, entry]));
  for (const { entry } of told)
    if (entry.dice.length > 0 && entry.dice.length >= (rolled.get(entry.diceKey)?.dice.length ?? 0))
      rolled.set(entry.diceKey, entry);
  return [...rolled].map(([key, entry]) => {
    const order = given.get(key) ?? entry;
    const dice = entry.dice.filter(({ name }) => !lots.includes(name));
    return slice(order.user, actorOf(order), entry.byHand ? { byHand: dice.length } : { dice: countFaces(dice) });
  });
};

const deedSlices = (told: readonly VisibleEntry[], user: string | undefined, over: boolean): readonly TallySlice[] =>
  told.flatMap(({ entry, before, after }) => {
    if (entry.events.length === 0) return [];
    const { table } = after.saved;
    const roster = new Map([...before.game.roster(), ...after.game.roster()].map(({ id, actor }) => [id, actor]));
    return before.game
      .talliesOf(entry.events)
      .filter((each) => isTallyVisible(before, each, user, over) && isTallyVisible(after, each, user, over))
      .map(({ who, what, amount }) =>
        slice(table.control[roster.get(who) ?? who] ?? table.gm, who, { deeds: { [what]: amount } }),
      );
  });

/** Measures turns, from the moment when the user was expected to act. */
const moveSlices = (told: readonly VisibleEntry[], visible: ReadonlySet<number>): readonly TallySlice[] => {
  const since = new Map<string, number>();
  const slices: TallySlice[] = [];
  for (const { entry, after } of told) {
    const { user, at, request, reason } = entry;
    const begun = since.get(user);
    const own = (request.kind === 'order' || request.kind === 'answer') && reason !== 'standing order';
    if (begun !== undefined && own && visible.has(entry.n))
      slices.push(slice(user, actorOf(entry), { moves: [Math.max(0, Math.round((at - begun) / 1000))] }));
    const awaited = after.game.status === 'active' ? usersExpectedToAct(after) : [];
    for (const person of since.keys()) if (!awaited.includes(person)) since.delete(person);
    for (const person of awaited) if (!since.has(person) || (person === user && own)) since.set(person, at);
  }
  return slices;
};

/** Counts a battle for one reader. After the battle, all readers get the same counts. */
export const tallyBattle = (
  battle: OpenBattle,
  told: readonly VisibleEntry[],
  user: string | undefined,
): BattleTally => {
  const { saved } = battle;
  const over = saved.status === 'ended';
  // During the battle, dice rolled for all combatants could reveal hidden ones.
  const all = over || (user !== undefined && isGm(saved.table, user));
  const standing = new Set(effectiveEntries(told.map(({ entry }) => entry)));
  const visible = told.filter((each) => standing.has(each.entry) && isVisible(each, user, over));
  const hidden = Object.keys(saved.table.hidden);
  const secret = new Set(
    battle.game.roster().flatMap(({ id, actor }) => (hidden.includes(id) || hidden.includes(actor) ? [id, actor] : [])),
  );
  const slices = [
    ...diceSlices(
      visible.filter(({ entry }) => all || !isRolledForEveryone(battle, entry)),
      battle.ruleset.lotDice,
    ),
    ...deedSlices(visible, user, over),
    // Durations could reveal turns of hidden combatants.
    ...(all ? moveSlices(told, new Set(visible.map(({ entry }) => entry.n))) : []),
  ];
  // A combatant that was never revealed stays nameless, even after the battle.
  const shown = (actor: string | undefined): string | undefined =>
    actor === undefined || !over || !secret.has(actor) ? actor : undefined;
  const grouped = Map.groupBy(
    slices.map((each) => slice(each.user, shown(each.actor), sumSlices([each]))),
    (each) => JSON.stringify([each.user, each.actor]),
  );
  const { gm, gmName, seats } = saved.table;
  return {
    battle: saved.id,
    version: saved.version,
    names: {
      ...Object.fromEntries(findLeavers(told).map(({ user: id, name }) => [id, name])),
      ...Object.fromEntries(Object.entries(seats).map(([id, { name }]) => [id, name])),
      [gm]: gmName,
    },
    slices: [...grouped.values()].flatMap((those) => {
      const [first] = those;
      return first === undefined ? [] : [slice(first.user, first.actor, sumSlices(those))];
    }),
  };
};
