import { isDeepStrictEqual } from 'node:util';
import { joinKnownNames } from '../../core/letters.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import { settingAt } from '../../rules/editions.ts';
import type { Effect } from '../../rules/effects.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { GameAction } from '../../rules/game.ts';
import type { Departure } from '../../rules/removal.ts';
import type { ReportResult } from '../commit/battle-loader.ts';
import type { OrderTransactions } from '../commit/follow-ups.ts';
import { changeSettings } from '../decide/changed-settings.ts';
import { type Decider, type Decision, decideSessionChange } from '../decide/decision.ts';
import {
  findAllByName,
  type Issuer,
  nameCheck,
  type OrderDecisions,
  requireActions,
  requireNoQuestion,
  requireNotEnded,
  requireRight,
} from '../decide/decisions.ts';
import { listNames } from '../decide/hidden-names.ts';
import type { SessionEvent } from '../saved/session.ts';
import type { BattleStore, OpenBattle } from '../saved/store.ts';
import type { BattleRight } from '../views/viewer.ts';

/** An effect to add, without its name and without the combatant that gets it. */
type NewEffect = Omit<Effect, 'who' | 'name'>;

/** The seats of combatants, each once, so that no one learns how many of a warband were named. */
const seatsOf = ({ game }: OpenBattle, who: readonly string[]): readonly string[] => {
  const roster = game.roster();
  return [...new Set(who.map((each) => roster.find(({ id }) => id === each)?.actor ?? each))];
};

/** Decides one action of the GM for each of several combatants. */
const decideForEach =
  (
    decisions: OrderDecisions,
    issuer: Issuer,
    reason: string,
    who: (battle: OpenBattle) => readonly string[],
    action: (id: string) => GameAction,
    {
      targetsOf = (_, ids) => ids,
      withParts = false,
    }: {
      readonly targetsOf?: ((battle: OpenBattle, ids: readonly string[]) => readonly string[]) | undefined;
      readonly withParts?: boolean;
    } = {},
  ): Decider =>
  (battle) => {
    const called = findAllByName(battle, issuer.user, who(battle), withParts);
    if (!called.ok) return called;
    const doings = requireActions(targetsOf(battle, called.value).map(action));
    return doings.ok ? decisions.order(battle, issuer, { actor: gmActor, actions: doings.value, reason }) : doings;
  };

/** Adopts a new default of a setting in a running battle, which allows no other change of settings. */
const adoptNewDefault = (
  battle: OpenBattle,
  { orderId }: Issuer,
  settings: unknown,
  key: string,
  value: unknown,
): Result<Decision> => {
  const { ruleset, game, saved } = battle;
  const latest = ruleset.editions.changedDefaults(1).findLast((each) => each.key === key);
  if (game.status === 'ended' || latest === undefined || !isDeepStrictEqual(latest.is, value))
    return refuse('settings-frozen');
  if (isDeepStrictEqual(settingAt(saved.table.settings, key), value))
    return refuse('setting-not-new', { key, value: String(value) });
  const next = game.withSettings(settings);
  if (!next.ok) return next;
  const decided = decideSessionChange(battle, orderId, 'setting', [{ type: 'setting-taken', settings, key, value }]);
  return ok({ ...decided, game: next.value });
};

/** Creates the service for corrections, effects, settings and session changes by the GM. */
export const createGmOverrides = (
  { decisions, transact, transactWithFollowUps }: OrderTransactions,
  store: Pick<BattleStore, 'log'>,
) => ({
  correct: (issuer: Issuer, field: string, who: readonly string[], value: unknown, reason: string): ReportResult =>
    transactWithFollowUps(issuer, [requireRight(issuer, 'correct'), requireNoQuestion], (battle) => {
      const typed = typeof value === 'string' ? joinKnownNames(value, listNames(battle)) : value;
      const action = (id: string): GameAction => ({ do: 'correct', field, who: id, value: typed });
      const of = battle.ruleset.corrections[field]?.scope;
      if (of === 'battle')
        return decisions.order(battle, issuer, { actor: gmActor, actions: [action(gmActor)], reason });
      const targetsOf = of === 'seat' ? seatsOf : undefined;
      return decideForEach(decisions, issuer, reason, () => who, action, { targetsOf, withParts: true })(battle);
    }),
  applyEffect: (
    issuer: Issuer,
    who: readonly string[],
    name: string,
    effect: NewEffect | ((who: string) => NewEffect) | undefined,
    reason: string,
  ): ReportResult =>
    transactWithFollowUps(issuer, [requireRight(issuer, 'correct'), requireNoQuestion], (battle) => {
      const { modifiers, title } = battle.ruleset;
      const hung = (id: string) => (typeof effect === 'function' ? effect(id) : effect);
      const strange = Object.keys(hung('')?.modifiers ?? {}).find((term) => !Object.hasOwn(modifiers, term));
      if (strange !== undefined)
        return refuse('no-such-term', { term: strange, system: title, terms: Object.keys(modifiers).join(', ') });
      const action = (id: string): GameAction => {
        const given = hung(id);
        return { do: 'hang', who: id, name, effect: given && { ...given, name, who: id } };
      };
      return decideForEach(decisions, issuer, reason, () => who, action)(battle);
    }),
  /** Takes combatants or entrants out of the battle for good. */
  remove: (issuer: Issuer, who: readonly string[], as: Departure, reason?: string): ReportResult =>
    transactWithFollowUps(issuer, [requireRight(issuer, 'correct'), requireNotEnded, requireNoQuestion], (battle) => {
      const ids = findAllByName(battle, issuer.user, who);
      if (!ids.ok) return ids;
      const actions = requireActions(ids.value.map((id): GameAction => ({ do: 'remove', who: id, as })));
      if (!actions.ok) return actions;
      const decided = decisions.order(battle, issuer, { actor: gmActor, actions: actions.value, reason });
      if (!decided.ok) return decided;
      const stays = decided.value.game.roster().flatMap(({ id, actor }) => [id, actor]);
      const [entry, isGone] = [battle.saved.version + 1, (id: string) => !stays.includes(id)];
      const departed = ids.value.map(
        (id): SessionEvent => ({ type: 'departed', who: id, as, entry, gone: isGone(id) }),
      );
      return ok({ ...decided.value, table: [...decided.value.table, ...departed] });
    }),
  rename: (issuer: Issuer, who: string, to: string): ReportResult =>
    transactWithFollowUps(issuer, [requireRight(issuer, 'correct'), requireNoQuestion], (battle) => {
      const name = nameCheck(battle, issuer.user)(to);
      if (!name.ok) return name;
      const found = findAllByName(battle, issuer.user, [who]);
      if (!found.ok) return found;
      const facts = { who: found.value[0] ?? who, to: name.value };
      return decisions.order(battle, issuer, { actor: gmActor, actions: [{ do: 'rename', ...facts }] });
    }),
  changeSetting: (issuer: Issuer, settings: unknown, key: string, value: unknown): ReportResult =>
    transact(issuer, [requireRight(issuer, 'choose settings'), requireNoQuestion], async (battle) => {
      if (battle.game.status !== 'setup') return adoptNewDefault(battle, issuer, settings, key, value);
      const changed = await changeSettings(battle, { settings, key, value }, store);
      if (!changed.ok) return changed;
      const decided = decideSessionChange(battle, issuer.orderId, 'setting', [changed.value.says]);
      return ok({ ...decided, game: changed.value.battle.game });
    }),
  /** Changes the session only: seats, control, hiding, disclosure, rulings. */
  changeSession: (
    issuer: Issuer,
    right: BattleRight,
    what: string,
    events: (battle: OpenBattle) => Result<readonly SessionEvent[]>,
    reason?: string,
  ): ReportResult =>
    transactWithFollowUps(issuer, [requireRight(issuer, right)], (battle) => {
      const table = events(battle);
      return table.ok ? ok(decideSessionChange(battle, issuer.orderId, what, table.value, reason)) : table;
    }),
});
export type GmOverrides = ReturnType<typeof createGmOverrides>;
