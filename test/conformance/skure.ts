import { z } from 'zod';
import { type ScriptedDie, scriptedDice } from '../../src/dice/scripted.ts';
import type { Question } from '../../src/rules/asking.ts';
import type { Call } from '../../src/rules/call.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Doing, Game } from '../../src/rules/ruleset.ts';
import { aimBonus } from '../../src/systems/skure/aiming.ts';
import { stageRow } from '../../src/systems/skure/attacking.ts';
import { meleeDistance } from '../../src/systems/skure/board.ts';
import { chargeKind, spacesMoved } from '../../src/systems/skure/charging.ts';
import { named } from '../../src/systems/skure/combatants.ts';
import { mayIntercept, shields, type Threat } from '../../src/systems/skure/defending-ally.ts';
import { skure } from '../../src/systems/skure/index.ts';
import {
  type Event,
  type EventOf,
  eventSchema,
  type Placed,
  type State,
  stateSchema,
} from '../../src/systems/skure/model.ts';
import { moveRating } from '../../src/systems/skure/sheet.ts';
import { turnOrder } from '../../src/systems/skure/turns.ts';
import type { PlayCase, WorkedCase } from './case.ts';
import { differences } from './compare.ts';
import { BadSetupSheet, battleOf, sheetOf } from './skure-setup.ts';

type Action = Readonly<Record<string, unknown>>;
type Facts = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const events = z.array(eventSchema);

interface Pending {
  readonly doing: Doing;
  readonly call: Call;
  readonly answers: readonly string[];
  readonly question: Question;
  readonly action: Action;
}

interface Played {
  readonly game: Game;
  readonly events: readonly Event[];
  readonly error: string | undefined;
  readonly pending: Pending | undefined;
  readonly asked: boolean;
  /** The order that the last step brought to its end, where it was a reply to a question. */
  readonly resumed?: Action;
}

const stateOf = (game: Game): State => stateSchema.parse(game.save());

/** The square an order names, by `position` or by `x` and `y`. */
const placeOf = ({ position, x, y }: Action): string | undefined => {
  if (Array.isArray(position)) return position.join(',');
  return x === undefined ? undefined : `${x},${y}`;
};

const conditionsBy = ({ condition, conditions }: Action): readonly string[] => [
  ...(condition == null ? [] : [String(condition)]),
  ...z.array(z.string()).catch([]).parse(conditions),
];

/** The order's words in a case as the verb and parameters that the bot takes. */
const verbOf = (action: Action): Doing | undefined => {
  const { target } = action;
  const of = (verb: string, params: Facts): Doing => ({
    do: 'verb',
    verb,
    params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null)),
  });
  switch (action.type) {
    case 'attack':
      return of('attack', { target, mode: action.mode });
    case 'charge':
      return of('charge', { target, altitude: action.altitude });
    case 'move':
      return of('move', { path: Array.isArray(action.path) ? action.path.join(' ') : text(action.path) });
    case 'turn':
      return of('turn', { facing: action.facing });
    case 'cast':
      return of('cast', { spell: action.spell, target });
    case 'breath':
      return of('breath', { breath: action.breath, target });
    case 'aim':
      return of('aim', { target });
    case 'defend':
    case 'counter':
    case 'end':
    case 'release':
    case 'skip':
      return of(action.type, {});
    case 'defendAlly':
      return of('guard', { target: action.ally ?? target });
    case 'revive':
      return of('revive', { target, hp: action.hp });
    case 'place':
      return of('place', { target, to: placeOf(action), facing: action.facing });
    case 'stunt':
      return of('stunt', { text: action.text, target });
    case 'say':
    case 'ask':
      return of(action.type, { text: action.text });
    case 'startBattle':
      return { do: 'start' };
    default:
      return undefined;
  }
};

/** What a BM's ruling by hand sets, in the order of the corrections. */
const settingsByHand = (action: Action): readonly (readonly [string, string])[] => {
  const aim = z.object({ target: z.string(), turns: z.int() }).safeParse(action.aim).data;
  const plain: Readonly<Record<string, unknown>> = {
    hp: action.hp,
    life: action.life,
    essence: action.essence,
    position: placeOf(action),
    facing: action.facing,
    altitude: action.altitude,
    stance: action.stance,
    aim: action.aim === null ? 'none' : aim === undefined ? undefined : `${aim.target} ${aim.turns}`,
    'next-hit': action.hitModifier,
    'next-damage': action.damageModifier,
    'next-roll': action.roll,
  };
  const turns = action.turns == null ? '' : ` ${action.turns}`;
  return [
    ...Object.entries(plain).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, String(value)] as const],
    ),
    ...conditionsBy(action).map((name) => ['condition', `${name}${turns}`] as const),
  ];
};

/** What leaves an open question as it is. */
const meanwhile: readonly string[] = ['say', 'ask', 'stunt'];

/** Plays the steps of one case on one battle, with one row of dice. */
const table = (first: Game, dice: readonly number[], controllers: Readonly<Record<string, string>>) => {
  let remaining: readonly ScriptedDie[] = dice.map((value) => ({ value, sides: 100 }));
  let pending: Pending | undefined;
  let game = first;

  const callOf = (action: Action): Call => {
    const actor = text(action.actor);
    const by = text(action.by) || controllers[actor] || actor;
    const gm = by === 'BM';
    const given = Object.entries(controllers)
      .filter(([, person]) => person === by)
      .map(([name]) => name);
    return {
      actor: gm && actor === 'BM' ? 'gm' : actor,
      by,
      gm,
      controls: controllers[actor] === undefined && by === actor ? [actor, ...given] : given,
      pending: pending?.question,
    };
  };

  const refused = (error: string): Played => ({ game, events: [], error, pending, asked: false });

  const act = (doing: Doing, call: Call, action: Action, answers: readonly string[] = []): Played => {
    const rolled = scriptedDice(remaining);
    const outcome = game.act(doing, call, answers, rolled);
    if (!outcome.ok) return refused(rolled.fallen().length > 0 ? 'a refused order rolled dice' : outcome.error.code);
    if (outcome.value.kind === 'answered') return resume(outcome.value.choice);
    if (outcome.value.kind === 'asked') {
      const { question } = outcome.value;
      const reactions = z.record(z.string(), z.string()).safeParse(action.reactions).data;
      if (reactions !== undefined)
        return {
          ...act(doing, call, action, [...answers, reactions[question.to] === 'intercept' ? 'yes' : 'no']),
          asked: true,
        };
      pending = { doing, call, answers, question, action };
      return { game, events: [], error: undefined, pending, asked: true };
    }
    remaining = remaining.slice(outcome.value.dice.length);
    if (!meanwhile.includes(text(action.type))) pending = undefined;
    game = outcome.value.game;
    return { game, events: events.parse(outcome.value.events), error: undefined, pending, asked: answers.length > 0 };
  };

  const resume = (choice: string): Played => {
    if (pending === undefined) return refused('NO_PENDING_ATTACK');
    const { doing, call, answers, action } = pending;
    return { ...act(doing, { ...call, pending: undefined }, action, [...answers, choice]), resumed: action };
  };

  const byHand = (action: Action): Played => {
    const call = callOf(action);
    if (!call.gm) return refused('NOT_BM');
    let played = refused('nothing was set');
    let all: readonly Event[] = [];
    for (const [field, value] of settingsByHand(action)) {
      played = act({ do: 'correct', field, who: text(action.target), value }, call, action);
      if (played.error !== undefined) return played;
      all = [...all, ...played.events];
    }
    return { ...played, events: all };
  };

  const adding = (action: Action): Played => {
    const call = callOf(action);
    if (!call.gm) return refused('NOT_BM');
    const { id, team, sheet, at, facing } = sheetOf(action.combatant);
    const entered = act({ do: 'enter', entrant: { id, side: team, sheet } }, call, action);
    if (entered.error !== undefined || at === undefined) return entered;
    const params = { target: id, to: `${at.x},${at.y}`, facing };
    const placed = act({ do: 'verb', verb: 'place', params }, call, action);
    return { ...placed, events: [...entered.events, ...placed.events] };
  };

  const step = (action: Action): Played => {
    const doing = verbOf(action);
    if (doing !== undefined) return act(doing, callOf(action), action);
    switch (action.type) {
      case 'intercept':
        return act({ do: 'verb', verb: 'intercept', params: { answer: action.answer } }, callOf(action), action);
      case 'bmSet':
        return byHand(action);
      case 'bmAdd':
        return adding(action);
      case 'status':
        game.view({ ...gmViewer, gm: false, user: text(action.actor) });
        return { game, events: [], error: undefined, pending, asked: false };
      default:
        return refused(`unknown action ${text(action.type)}`);
    }
  };

  return { step, left: () => remaining };
};

const eventsOf = <T extends Event['type']>(all: readonly Event[], type: T): readonly EventOf<T>[] =>
  all.filter((event): event is EventOf<T> => event.type === type);

const blowFacts = ({ reckoning }: EventOf<'struck'>): Facts => {
  const { roll, zone, base, whole, physical, portions, damage, hit } = reckoning;
  const term = (name: string): number => roll?.terms.find((each) => each.term === name)?.value ?? 0;
  return {
    natural: roll?.natural,
    speedModifier: term('speed'),
    zone,
    positionModifier: term('position'),
    aimModifier: term('aim'),
    defenderPenalty: term('defend') + term('counter'),
    modified: roll?.modified,
    stage: roll?.stage,
    stageName: roll === undefined ? undefined : stageRow(roll.stage).name,
    naturalDamage: base,
    damageBeforeElements: whole,
    physical,
    elements: Object.fromEntries(portions.map(({ element, damage: taken }) => [element, taken])),
    damage,
    hit,
  };
};

const reactionFacts = ({ attacker, target, at, reckoning }: EventOf<'struck'>): Facts => {
  const { natural, zone, modified, stage, damage } = blowFacts({ reckoning } as EventOf<'struck'>);
  return {
    reactor: attacker,
    attacker,
    target,
    ...(at !== undefined && { at: [at.x, at.y] }),
    natural,
    zone,
    modified,
    stage,
    damage,
  };
};

const threatOf = (state: State, action: Action): Threat | undefined => {
  const [attacker, ally] = [named(state, text(action.actor)), named(state, text(action.target))];
  if (attacker?.at === undefined || ally?.at === undefined) return undefined;
  const how =
    action.type === 'charge'
      ? 'charge'
      : action.type === 'breath'
        ? 'breath'
        : action.type === 'cast'
          ? 'spell'
          : 'melee';
  return { how, attacker: attacker as Placed, ally: ally as Placed };
};

/** The codes for those whom a case names as interceptors though they do not qualify. */
const refusedInterceptors = (state: State, action: Action): Facts => {
  const threat = threatOf(state, action);
  const given = z.record(z.string(), z.string()).safeParse(action.reactions).data ?? {};
  if (threat === undefined) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, answer]) => {
      const guard = named(state, name);
      const may = guard === undefined || answer !== 'intercept' ? undefined : mayIntercept(state, threat, guard);
      return may === undefined || may.ok ? [] : [[name, may.error.code]];
    }),
  );
};

const pendingFacts = (state: State, pending: Pending | undefined): Facts | null => {
  if (pending === undefined) return null;
  const threat = threatOf(state, pending.action);
  return {
    attacker: pending.action.actor,
    target: pending.action.target,
    eligible: threat === undefined ? [] : shields(state, threat).asked.map(({ name }) => name),
  };
};

const ofEach = (state: State, read: (combatant: State['combatants'][number]) => unknown): Facts =>
  Object.fromEntries(state.combatants.map((each) => [each.name, read(each) ?? null]));

/** Everything `expect` may speak of: the outcome of the last step and the battle after it. */
const outcomeOf = (before: State, action: Action, played: Played): Facts => {
  const state = stateOf(played.game);
  const actor = named(state, text(action.actor));
  const struck = eventsOf(played.events, 'struck');
  const main = struck.find(({ how }) => how !== 'opportunity' && how !== 'counter');
  const counters = struck.filter(({ how }) => how === 'counter').map(reactionFacts);
  const aoo = struck.filter(({ how }) => how === 'opportunity').map(reactionFacts);
  const [cast] = eventsOf(played.events, 'cast');
  const [revived] = eventsOf(played.events, 'revived');
  const [effect] = eventsOf(played.events, 'charge-effect');
  const [taken] = eventsOf(played.events, 'intercepted');
  const [stunt] = eventsOf(played.events, 'stunt-proposed');
  const [charger, charged] = [named(before, text(action.actor)), named(before, text(action.target))];
  const spent = before.turn?.who === actor?.name ? (before.turn?.pointsSpent ?? 0) : 0;
  const rating = action.type === 'parseMoveRating' ? moveRating(text(action.text)) : undefined;
  const refusals = refusedInterceptors(before, action);
  return {
    ...(main === undefined ? { damage: cast === undefined ? undefined : 0 } : blowFacts(main)),
    interceptedBy: taken?.who ?? null,
    windowOpened: played.asked,
    pendingReaction: pendingFacts(state, played.pending),
    reactionErrors: refusals,
    reactionError: Object.values(refusals)[0] ?? null,
    interceptError: Object.values(refusals)[0] ?? null,
    interceptRefused: Object.values(refusals)[0] ?? null,
    counter: counters[0] ?? null,
    aoo,
    attacksOfOpportunity: aoo.length,
    turnEnds: eventsOf(played.events, 'turn-ended').some(({ who }) => who === action.actor),
    battleEnded: state.status === 'ended',
    winner: state.winner ?? null,
    pointsSpent: eventsOf(played.events, 'moved').reduce((sum, { cost }) => sum + cost, spent),
    ...(action.type === 'charge' &&
      charger?.at !== undefined &&
      charged?.at !== undefined && {
        chargeKind: chargeKind(charger),
        spacesMoved: spacesMoved(charger, meleeDistance(charger.at, charged.at), before.settings),
      }),
    effectRoll: effect?.natural ?? null,
    totalCost: cast?.cost,
    failureChance: cast === undefined ? undefined : (cast.failure?.chance ?? 0),
    essenceRoll: cast?.failure?.natural ?? null,
    spellFails: cast === undefined ? undefined : (cast.failure?.fails ?? false),
    success: revived?.success,
    revivalRoll: revived?.natural ?? null,
    essenceAfter: actor?.essence,
    aimBonusAfter: aimBonus(actor?.aim?.turns ?? 0),
    pendingBmApproval: stunt !== undefined,
    sizeWarning: stunt?.sizeWarning ?? false,
    parsed: rating && {
      ...rating,
      chargeBonus: rating.chargeBonus ?? null,
      canCharge: rating.chargeBonus !== undefined,
    },
    status: state.status,
    objective: state.objective,
    round: state.round,
    current: state.turn?.who ?? null,
    order: state.order,
    nextRoundOrder: turnOrder(state),
    hpAfter: ofEach(state, ({ hp }) => hp),
    life: ofEach(state, ({ life }) => life),
    deathCause: ofEach(state, ({ deathCause }) => deathCause),
    remains: ofEach(state, ({ remains }) => remains),
    conditions: ofEach(state, ({ conditions }) => conditions.map(({ name }) => name)),
    stance: ofEach(state, ({ stance }) => stance),
    defendAlly: ofEach(state, ({ defendAlly }) => defendAlly),
    aimAfter: ofEach(state, ({ aim }) => aim),
    position: ofEach(state, ({ at }) => at && [at.x, at.y]),
    facing: ofEach(state, ({ facing }) => facing),
    altitude: ofEach(state, ({ altitude }) => altitude),
  };
};

/** A proposed stunt waits beside the battle, it is no part of what it changes (SK-EXC-1). */
const substance = (state: State): string => JSON.stringify({ ...state, stunts: [] });

const stepsOf = (action: Action): readonly Action[] =>
  action.type === 'sequence' ? z.array(z.record(z.string(), z.unknown())).parse(action.steps) : [action];

const errorDifferences = (expect: WorkedCase['expect'], error: string | undefined): readonly string[] => {
  const any = z.array(z.string()).optional().parse(expect.errorAnyOf);
  return any === undefined || (error !== undefined && any.includes(error))
    ? []
    : [`errorAnyOf: expected one of ${any.join(', ')}, got ${error ?? 'nothing'}`];
};

const playAll = (worked: WorkedCase): readonly string[] => {
  const begins = stepsOf(worked.action)[0]?.type === 'startBattle' || stepsOf(worked.action)[0]?.type === 'place';
  const { state: first, controllers } = battleOf(worked.setup, begins);
  const at = table(skure.open(first), worked.dice, controllers);
  const start = stateOf(skure.open(first));
  const damages: unknown[] = [];
  let before = start;
  let result: Facts = {};
  let error: string | undefined;
  let failsAtStep: number | undefined;
  for (const [index, action] of stepsOf(worked.action).entries()) {
    if (action.type === 'parseMoveRating') {
      error = moveRating(text(action.text)) === undefined ? 'BAD_SHEET' : undefined;
      result = outcomeOf(before, action, {
        game: skure.open(first),
        events: [],
        error,
        pending: undefined,
        asked: false,
      });
      continue;
    }
    const played = at.step(action);
    error = played.error;
    result = outcomeOf(before, played.resumed ?? action, played);
    if (error !== undefined) {
      failsAtStep = index + 1;
      break;
    }
    if (result.naturalDamage !== undefined) damages.push(result.damage);
    before = stateOf(played.game);
  }
  const used = worked.dice.length - at.left().length;
  const { errorAnyOf, ...expect } = worked.expect;
  const have = {
    ...result,
    ok: error === undefined,
    error,
    failsAtStep,
    damages,
    diceConsumed: used,
    diceUsed: used,
    stateUnchanged: substance(start) === substance(before),
  };
  return [
    ...differences(expect, have, ['conditions']),
    ...errorDifferences(worked.expect, error),
    ...(at.left().length > 0 ? [`dice: ${at.left().length} left over`] : []),
  ];
};

/** Plays a worked case of `cases/README.md`. A combatant of the setup whose sheet is not valid refuses the action with `BAD_SHEET`. */
export const play: PlayCase = (worked) => {
  try {
    return playAll(worked);
  } catch (problem) {
    if (!(problem instanceof BadSetupSheet)) throw problem;
    return differences(worked.expect, {
      ok: false,
      error: 'BAD_SHEET',
      stateUnchanged: true,
      diceConsumed: 0,
      diceUsed: 0,
    });
  }
};
