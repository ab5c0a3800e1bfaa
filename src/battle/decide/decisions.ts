import { cutLetters } from '../../core/letters.ts';
import { normalizeName, normalizeText, ok, type Refusal, type Result, ref, refuse } from '../../core/message.ts';
import { isInheritedKey } from '../../core/plain-object.ts';
import type { WorkInProgress } from '../../core/work-in-progress.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { GameAction } from '../../rules/game.ts';
import type { Announcement, AnswerRoute } from '../saved/outbox.ts';
import type { OpenBattle } from '../saved/store.ts';
import { allExpectedActions } from '../views/expected-actions.ts';
import {
  type BattleRight,
  controlledCombatants,
  hasBattleRight,
  isGm,
  playersActedFor,
  viewerOf,
} from '../views/viewer.ts';
import { type Decision, decideAnswer, decideOrder, type Order } from './decision.ts';
import type { PresetDice } from './hand-dice.ts';
import { hiddenName, listNames, secretNames } from './hidden-names.ts';

/** The user who gives an order, where, and the order's unique id. */
export interface Issuer {
  readonly user: string;
  readonly name: string;
  readonly guild: string | undefined;
  readonly channel: string;
  readonly orderId: string;
  /** How to answer the user's interaction. Undefined if the order has no interaction. */
  readonly answerRoute?: AnswerRoute | undefined;
  readonly announcement?: Announcement | undefined;
  /** True if the order is a follow-up of another order, in whose report it is shown. */
  readonly isFollowUp?: boolean;
  /** True if the order is only checked: it is decided with all its limits, and nothing is saved or sent. */
  readonly isRehearsal?: boolean;
}

/** Watches running work, so that another thread can report what blocks the event loop. */
export interface Monitor {
  /** Called when work that blocks the event loop starts. Returns a function to call at its end. */
  readonly startWork: (work: WorkInProgress) => () => void;
  /** Called after an order to a battle was refused. */
  readonly orderRefused: (work: WorkInProgress, refusal: Refusal) => void;
}

export const noMonitor: Monitor = { startWork: () => () => {}, orderRefused: () => {} };

const knownActions = new Set(['enter', 'start', 'finish', 'correct', 'hang', 'remove', 'rename']);
/** The verb if the rulebook has it. Undefined for other text, which a user may have typed. */
const knownVerb = ({ ruleset }: OpenBattle, name: string): string | undefined =>
  name in ruleset.verbs || name in ruleset.queries || knownActions.has(name) ? name : undefined;

/** Runs a ruling. The monitor knows of it until its end. */
export const watchRuling = <Ruled>(
  { startWork }: Pick<Monitor, 'startWork'>,
  battle: OpenBattle,
  name: string,
  order: string | undefined,
  rule: () => Ruled,
): Ruled => {
  const finish = startWork({ battle: battle.saved.id, order, verb: knownVerb(battle, name) });
  try {
    return rule();
  } finally {
    finish();
  }
};

const actionName = (action: GameAction | undefined): string =>
  action?.do === 'verb' ? action.verb : (action?.do ?? 'answer');

/** Creates the functions that decide orders and answers, with the monitor and the preset dice. */
export const createOrderDecisions = (monitor: Monitor, ready: Pick<PresetDice, 'remaining'>) => {
  /** Reports the start of a ruling to the monitor. Returns the function that reports its end. */
  const begin = (battle: OpenBattle, action: GameAction | undefined, order: string | undefined) =>
    monitor.startWork({ battle: battle.saved.id, order, verb: knownVerb(battle, actionName(action)) });
  /** Answers the open question: decides the waiting order again, with the answer. */
  const answer = (battle: OpenBattle, { user, orderId }: Issuer, choice: string): Result<Decision> => {
    const finish = begin(battle, battle.saved.pending?.doing as GameAction | undefined, orderId);
    try {
      return decideAnswer(battle, user, choice, ready.remaining());
    } finally {
      finish();
    }
  };
  return {
    answer,
    /** Decides an order. A verb that replies to the open question becomes its answer. */
    order: (battle: OpenBattle, issuer: Issuer, order: Omit<Order, 'orderId'>): Result<Decision> => {
      const { user, orderId } = issuer;
      const finish = begin(battle, order.actions[0], orderId);
      try {
        const decided = decideOrder(battle, user, { ...order, orderId, presetDice: ready.remaining() });
        if (!decided.ok) return decided;
        return 'choice' in decided.value ? answer(battle, issuer, decided.value.choice) : ok(decided.value);
      } finally {
        finish();
      }
    },
  };
};
export type OrderDecisions = ReturnType<typeof createOrderDecisions>;

/** The rights that a deputy has in place of a player. */
const deputyRights: readonly BattleRight[] = ['command own', 'answer own', 'standing orders own', 'speak'];

const requireUserRight = (battle: OpenBattle, user: string, right: BattleRight): Result<void> => {
  if (hasBattleRight(battle.saved.table, user, right)) return ok(undefined);
  if (deputyRights.includes(right) && playersActedFor(battle, user).length > 0) return ok(undefined);
  if (right === 'hand over' || right === 'name co-gms') return refuse('head-gm-only');
  return refuse(right === 'command own' ? 'no-seat' : 'gm-only');
};

/** Refuses with `pending-choice` if a question is open. */
export const requireNoQuestion = ({ saved: { pending } }: OpenBattle): Result<void> =>
  pending === undefined ? ok(undefined) : refuse('pending-choice', { who: ref(pending.question.to) });

export const requireNotEnded = ({ game }: OpenBattle): Result<void> =>
  game.status === 'ended' ? refuse('already-ended') : ok(undefined);

export const requireActions = (doings: readonly GameAction[]): Result<readonly [GameAction, ...GameAction[]]> => {
  const [first, ...rest] = doings;
  return first === undefined ? refuse('nobody-meant') : ok([first, ...rest]);
};

/** A condition of an order: refuses a battle in which the order is impossible. */
export type BattleCheck = (battle: OpenBattle) => Result<void>;

/** Runs checks before a decision. Returns the first refusal. */
export const decideAfterChecks =
  <Outcome>(checks: readonly BattleCheck[], decide: (battle: OpenBattle) => Outcome) =>
  (battle: OpenBattle): Outcome | Result<never> => {
    for (const check of checks) {
      const passed = check(battle);
      if (!passed.ok) return passed;
    }
    return decide(battle);
  };

/** Refuses users who do not have this right in the battle. */
export const requireRight =
  ({ user }: Issuer, right: BattleRight) =>
  (battle: OpenBattle) =>
    requireUserRight(battle, user, right);

/** How long a hidden entrant stays hidden. */
export type HiddenUntil = 'until-acts' | 'until-revealed';

/** A combatant or company to add to a battle. */
export interface Entrant {
  readonly id: string;
  readonly side: string | undefined;
  readonly sheet: unknown;
  /** The saved character of the entrant, and when it was last saved. Undefined if there is none. */
  readonly character?: { readonly id: string; readonly savedAt: number } | undefined;
  /** The hash of the portrait. */
  readonly portrait?: string | undefined;
  /** Hides this entrant, even if the other entrants are visible. */
  readonly hidden?: HiddenUntil | undefined;
  /** The user who gets control of this entrant. Default: the same user for all entrants, or the GM. */
  readonly controller?: string | undefined;
}

/** Names that could be confused with roles or chat mentions. */
const reservedNames = [gmActor, 'everyone', 'here', 'somebody', 'all'];

/** Normalizes new names, each once. Refuses names over 32 characters, taken names, and names of hidden combatants. */
export const nameCheck = (
  battle: OpenBattle,
  user: string,
  /** Names that their bearers give up. */
  free: readonly string[] = [],
): ((id: string) => Result<string>) => {
  const isFree = (name: string): boolean => free.includes(name);
  const taken = new Set(listNames(battle).flatMap((id) => (isFree(id) ? [] : normalizeName(id))));
  const unseen = viewerOf(battle, user).unseen.filter((id) => !isFree(id));
  const kept = new Set([...reservedNames, ...unseen].map(normalizeName));
  const own = controlledCombatants(battle, user).map(normalizeName);
  return (id) => {
    const name = normalizeText(id);
    const key = normalizeName(name);
    if (name === '' || [...name].length > 32) return refuse('bad-name');
    if (kept.has(key) || isInheritedKey(name)) return refuse('reserved-name', { name });
    if (taken.has(key)) return refuse('name-taken', { name, own: own.includes(key) ? name : undefined });
    taken.add(key);
    return ok(name);
  };
};

export type EnterAction = Extract<GameAction, { do: 'enter' }>;

/** Hidden combatants that must get another name, because open entrants bear theirs: a refusal would betray them. */
const findDisplaced = (battle: OpenBattle, user: string, entrants: readonly Entrant[]) => {
  const taken = [...listNames(battle), ...entrants.map(({ id }) => id)];
  const wanted = new Set(entrants.flatMap(({ id, hidden }) => (hidden === undefined ? [normalizeName(id)] : [])));
  const secret = new Set(secretNames(battle, user));
  const displaced = new Set(listNames(battle).filter((who) => secret.has(who) && wanted.has(normalizeName(who))));
  return [...displaced].map((who) => {
    const to = hiddenName(battle, who, taken);
    taken.push(to);
    return { who, to };
  });
};

/** How entrants come into a battle. */
interface Admission {
  readonly entering: readonly EnterAction[];
  /** All actions: first, hidden combatants give up their names. */
  readonly actions: readonly [GameAction, ...GameAction[]];
}

/** Admits entrants under names that players may believe to be free. Refuses invalid names and sides. */
export const admitEntrants = (battle: OpenBattle, user: string, entrants: readonly Entrant[]): Result<Admission> => {
  const renames = findDisplaced(battle, user, entrants);
  const free = renames.map(({ who }) => who);
  const requireName = nameCheck(battle, user, free);
  const doings: EnterAction[] = [];
  for (const { id, side, sheet } of entrants) {
    const name = requireName(id);
    if (!name.ok) return name;
    const team = side === undefined ? undefined : cutLetters(side, 32);
    if (team !== undefined && isInheritedKey(team)) return refuse('reserved-side', { side: team });
    doings.push({ do: 'enter', entrant: { id: name.value, side: team === '' ? undefined : team, sheet } });
  }
  const actions = requireActions([...renames.map((each) => ({ do: 'rename' as const, ...each })), ...doings]);
  if (!actions.ok) return actions;
  return ok({ entering: doings, actions: actions.value });
};

/** Finds visible combatants or seats by name, ignoring letter case. Refuses unknown names. */
export const findAllByName = (
  battle: OpenBattle,
  user: string,
  names: readonly string[],
  /** True if names of parts are allowed too, such as a head or a wing. */
  withParts = false,
): Result<readonly string[]> => {
  const unseen = new Set(viewerOf(battle, user).unseen);
  const partsSeen = battle.game.roster().flatMap(({ id, parts = [] }) => (unseen.has(id) ? [] : parts));
  // If two names are equal after normalizing, the first one counts.
  const known = new Map(
    [...listNames(battle), ...(withParts ? partsSeen : [])]
      .filter((id) => !unseen.has(id))
      .toReversed()
      .map((id) => [normalizeName(id), id]),
  );
  const found = new Set<string>();
  for (const name of names) {
    const match = known.get(normalizeName(name));
    if (match === undefined) return refuse('no-such-combatant', { who: name });
    found.add(match);
  }
  return ok([...found]);
};

/** The combatants to choose from if an order must say who it is for. Empty if `defaultActor` may decide. */
export const actorsToChoose = (battle: OpenBattle, user: string, verb: string): readonly string[] => {
  const { ruleset, saved } = battle;
  if (ruleset.verbs[verb]?.asksWho !== true) return [];
  const fits = allExpectedActions(battle).flatMap(({ actor, verbs }) => (verbs.includes(verb) ? [actor] : []));
  const own = controlledCombatants(battle, user).filter((id) => fits.includes(id));
  if (own.length > 0 || !isGm(saved.table, user)) return own.length > 1 ? own : [];
  const unled = fits.filter((actor) => saved.table.control[actor] === undefined);
  return unled.length === 1 ? [] : unled.length > 1 ? unled : fits;
};
