import { isDeepStrictEqual } from 'node:util';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { gmActor } from '../../rules/call.ts';
import { settingAt } from '../../rules/editions.ts';
import type { Effect } from '../../rules/effects.ts';
import type { Doing } from '../../rules/game.ts';
import type { Reported } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { type Attempt, type Decide, decideTable } from '../decide/decision.ts';
import type { Decisions } from '../decide/decisions.ts';
import { calledBy } from '../decide/entrants.ts';
import type { Giver } from '../decide/issuer.ts';
import { atLeastOne, by, noQuestionOpen, when } from '../decide/preconditions.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { standingEntries } from '../saved/replay.ts';
import type { TableEvent } from '../saved/session.ts';
import type { BattleStore } from '../saved/store.ts';
import type { Right } from '../views/permissions.ts';

/** An effect, before it hangs on anybody. */
type Hung = Omit<Effect, 'who' | 'name'>;

const asEffect = (hung: Hung | undefined, name: string, who: string): Effect | undefined =>
  hung && { ...hung, name, who };

/** Whose they are, each once: how many of a warband were meant is nobody's to count. */
const seatsOf = ({ game }: OpenBattle, who: readonly string[]): readonly string[] => {
  const roster = game.roster();
  return [...new Set(who.map((each) => roster.find(({ id }) => id === each)?.actor ?? each))];
};

/** One doing of the GM for each of several combatants. */
const forEach =
  (
    decisions: Decisions,
    giver: Giver,
    reason: string,
    who: (battle: OpenBattle) => readonly string[],
    doing: (id: string) => Doing,
    targetsOf: (battle: OpenBattle, ids: readonly string[]) => readonly string[] = (_, ids) => ids,
  ): Decide =>
  (battle) => {
    const called = calledBy(battle, giver.user, who(battle));
    if (!called.ok) return called;
    const doings = atLeastOne(targetsOf(battle, called.value).map(doing));
    return doings.ok ? decisions.order(battle, giver, { actor: gmActor, doings: doings.value, reason }) : doings;
  };

/** What the GM puts right, hangs on somebody or sets; and whatever else concerns the table. */
export interface Rulings {
  readonly correct: (giver: Giver, field: string, who: readonly string[], value: unknown, reason: string) => Reported;
  readonly hang: (
    giver: Giver,
    who: readonly string[],
    name: string,
    effect: Hung | ((who: string) => Hung) | undefined,
    reason: string,
  ) => Reported;
  readonly setting: (giver: Giver, settings: unknown, key: string, value: unknown) => Reported;
  /** Whatever concerns the table alone: seats, control, hiding, telling, rulings. */
  readonly table: (
    giver: Giver,
    right: Right,
    what: string,
    events: (battle: OpenBattle) => Result<readonly TableEvent[], Refusal>,
    reason?: string,
  ) => Reported;
}

/** Once a battle runs its settings are frozen, but what has become the default since it began its GM may take. */
const newDefaultTaken = (
  battle: OpenBattle,
  { orderId }: Giver,
  settings: unknown,
  key: string,
  value: unknown,
): Result<Attempt, Refusal> => {
  const { ruleset, game, saved } = battle;
  const latest = ruleset.editions.changedDefaults(1).findLast((each) => each.key === key);
  if (game.status === 'ended' || latest === undefined || !isDeepStrictEqual(latest.is, value))
    return refuse('settings-frozen');
  if (isDeepStrictEqual(settingAt(saved.table.settings, key), value))
    return refuse('setting-not-new', { key, value: String(value) });
  const next = game.under(settings);
  if (!next.ok) return next;
  const decided = decideTable(battle, orderId, 'setting', [{ type: 'setting-taken', settings, key, value }]);
  return ok({ ...decided, game: next.value });
};

const badSetting = (key: string, value: unknown, { facts }: Refusal): Result<never, Refusal> =>
  refuse('bad-setting', { key, value: String(value), problem: String(facts.problem ?? 'not understood') });

/** Rulings over the battles of a store. */
interface Parts {
  readonly decisions: Decisions;
  readonly transact: Transact;
  readonly transactAll: Transact;
  readonly store: Pick<BattleStore, 'log'>;
}

export const rulings = ({ decisions, transact, transactAll, store }: Parts): Rulings => ({
  correct: (giver, field, who, value, reason) =>
    transactAll(
      giver,
      when([by(giver, 'correct'), noQuestionOpen], (battle) => {
        const doing = (id: string): Doing => ({ do: 'correct', field, who: id, value });
        const of = battle.ruleset.corrections[field]?.of;
        if (of === 'battle')
          return decisions.order(battle, giver, { actor: gmActor, doings: [doing(gmActor)], reason });
        const targets = of === 'seat' ? seatsOf : undefined;
        return forEach(decisions, giver, reason, () => who, doing, targets)(battle);
      }),
    ),
  hang: (giver, who, name, effect, reason) =>
    transactAll(
      giver,
      when([by(giver, 'correct'), noQuestionOpen], (battle) => {
        const { modifiers, title } = battle.ruleset;
        const hung = (id: string) => (typeof effect === 'function' ? effect(id) : effect);
        const strange = Object.keys(hung('')?.modifiers ?? {}).find((term) => modifiers[term] === undefined);
        if (strange !== undefined)
          return refuse('no-such-term', { term: strange, system: title, terms: Object.keys(modifiers).join(', ') });
        const doing = (id: string): Doing => ({
          do: 'hang',
          who: id,
          name,
          effect: asEffect(hung(id), name, id),
        });
        return forEach(decisions, giver, reason, () => who, doing)(battle);
      }),
    ),
  setting: (giver, settings, key, value) =>
    transact(
      giver,
      when([by(giver, 'choose settings'), noQuestionOpen], async (battle) => {
        if (battle.game.status !== 'setup') return newDefaultTaken(battle, giver, settings, key, value);
        const pinned = battle.ruleset.pinned(settings);
        if (!pinned.ok) return badSetting(key, value, pinned.error);
        const blank = battle.ruleset.blank(pinned.value);
        if (!blank.ok) return badSetting(key, value, blank.error);
        const past = standingEntries(await store.log(battle.saved)).flatMap(({ events }) => events);
        const decided = decideTable(battle, giver.orderId, 'setting', [
          { type: 'setting-changed', settings: pinned.value, key, value },
        ]);
        return ok({ ...decided, game: blank.value.after(past) });
      }),
    ),
  table: (giver, right, what, events, reason) =>
    transactAll(
      giver,
      when([by(giver, right)], (battle) => {
        const table = events(battle);
        return table.ok ? ok(decideTable(battle, giver.orderId, what, table.value, reason)) : table;
      }),
    ),
});
