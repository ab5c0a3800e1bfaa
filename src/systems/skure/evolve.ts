import { withCondition } from './conditions.ts';
import { lifeAt } from './death.ts';
import type { Combatant, Condition, Event, EventOf, Harm, State, Turn } from './model.ts';

const on = (state: State, who: string, change: (combatant: Combatant) => Combatant): State => ({
  ...state,
  combatants: state.combatants.map((each) => (each.name === who ? change(each) : each)),
});

const turning = (state: State, change: (turn: Turn) => Turn): State =>
  state.turn === undefined ? state : { ...state, turn: change(state.turn) };

const standingDown = { stance: 'none', defendAlly: undefined } as const;
const atRest = { ...standingDown, aim: undefined } as const;

/** SK-DEATH-2: who falls loses stance and aim. */
const harmed = (combatant: Combatant, { hp, life, deathCause, remains, wakes }: Harm): Combatant => ({
  ...combatant,
  hp,
  life,
  deathCause,
  remains,
  ...(life !== 'conscious' && atRest),
  ...(wakes && { conditions: combatant.conditions.filter(({ name }) => name !== 'asleep') }),
});

/** SK-RUL-68: squares entered beside an enemy add up over the whole turn. */
const counted = (turn: Turn, beside: readonly string[]): Turn => {
  if (beside.length === 0) return turn;
  const enemies = [...turn.enemies];
  for (const name of beside) {
    const found = enemies.findIndex((each) => each.name === name);
    const had = enemies[found];
    if (had === undefined) enemies.push({ name, adjacentCount: 1, aooTaken: false });
    else enemies[found] = { ...had, adjacentCount: had.adjacentCount + 1 };
  }
  return { ...turn, enemies };
};

const opportunityTaken = (turn: Turn, name: string): Turn => ({
  ...turn,
  enemies: turn.enemies.map((each) => (each.name === name ? { ...each, aooTaken: true } : each)),
});

/** What it enters with moves to the state, so that the sheet stays valid whatever the BM changes of it. */
const joined = (
  state: State,
  { who, team, sheet: { hp, essence, conditions = [], ...sheet } }: EventOf<'joined'>,
): State => ({
  ...state,
  combatants: [
    ...state.combatants,
    {
      name: who,
      team,
      joined: state.combatants.reduce((most, { joined }) => Math.max(most, joined + 1), 0),
      sheet,
      facing: 'N',
      altitude: 'ground',
      hp: hp ?? sheet.maxHp,
      essence: essence ?? sheet.maxEssence,
      conditions,
      stance: 'none',
      life: lifeAt(hp ?? sheet.maxHp, state.settings),
      intercepts: 0,
      next: {},
    },
  ],
});

const freshTurn = (who: string, facing: Turn['startFacing']): Turn => ({
  who,
  startFacing: facing,
  pointsSpent: 0,
  preTurned: false,
  moved: false,
  postTurned: false,
  acted: false,
  enemies: [],
});

/** SK-TURN-9: the stance ends, the scratch is cleared, the facing is recorded. */
const turnBegan = (state: State, who: string): State => {
  const facing = state.combatants.find(({ name }) => name === who)?.facing ?? 'N';
  return {
    ...on(state, who, (combatant) => ({ ...combatant, ...standingDown })),
    place: state.order.indexOf(who),
    turn: freshTurn(who, facing),
  };
};

const moved = (state: State, { who, from, path, cost, beside }: EventOf<'moved'>): State => {
  const facing = state.combatants.find(({ name }) => name === who)?.facing;
  return {
    ...turning(
      on(state, who, (combatant) => ({ ...combatant, at: path.at(-1) ?? combatant.at })),
      (turn) => ({
        ...counted(turn, beside),
        pointsSpent: turn.pointsSpent + cost,
        moved: true,
        moveFacing: turn.moveFacing ?? facing,
      }),
    ),
    lastMove:
      state.lastMove?.who === who && state.turn?.moved && path.length > 0
        ? { who, points: [...state.lastMove.points, ...path] }
        : { who, points: [from, ...path] },
  };
};

const actions: readonly string[] = ['melee', 'ranged', 'charge', 'spell', 'breath'];

const struck = (state: State, event: EventOf<'struck'>): State => {
  const { how, attacker, target, harm } = event;
  const hurt = on(state, target, (combatant) => harmed(combatant, harm));
  const spent = on(hurt, attacker, (combatant) => ({
    ...combatant,
    next: {},
    ...(actions.includes(how) && { aim: undefined }),
    ...(how === 'counter' && standingDown),
  }));
  const from = state.combatants.find(({ name }) => name === attacker)?.at;
  const to = state.combatants.find(({ name }) => name === target)?.at;
  return {
    ...(how === 'opportunity' ? turning(spent, (turn) => opportunityTaken(turn, attacker)) : spent),
    ...(from !== undefined && to !== undefined && { lastBlow: { by: attacker, on: target, from, to } }),
  };
};

const conditioned = (state: State, who: string, condition: Condition): State =>
  on(state, who, (combatant) => ({
    ...combatant,
    conditions: withCondition(combatant, condition),
    ...(condition.disrupts && atRest),
  }));

const revived = (state: State, { who, success, hp, at }: EventOf<'revived'>): State =>
  success
    ? on(state, who, (combatant) => ({
        ...combatant,
        hp,
        life: 'conscious',
        deathCause: undefined,
        remains: undefined,
        at: at ?? combatant.at,
      }))
    : state;

const withoutStunt = (state: State, who: string, text: string): State => {
  const found = state.stunts.findIndex((each) => each.who === who && each.text === text);
  return { ...state, stunts: state.stunts.filter((_, index) => index !== found) };
};

/** Applies what happened. Pure and total: no die, no rule decided again. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'joined':
      return joined(state, event);
    case 'placed':
      return on(state, event.who, (combatant) => ({ ...combatant, at: event.at, facing: event.facing }));
    case 'started':
      return { ...state, status: 'active', round: 1, order: event.order, place: -1 };
    case 'ordered':
      return { ...state, order: event.order, place: event.place };
    case 'round-began':
      return {
        ...state,
        round: event.round,
        order: event.order,
        place: -1,
        combatants: state.combatants.map((each) => (each.intercepts === 0 ? each : { ...each, intercepts: 0 })),
      };
    case 'turn-began':
      return turnBegan(state, event.who);
    case 'turn-skipped':
      return { ...on(state, event.who, (each) => ({ ...each, conditions: event.conditions })), turn: undefined };
    case 'turn-ended':
      return { ...on(state, event.who, (each) => ({ ...each, conditions: event.conditions })), turn: undefined };
    case 'halted':
      return { ...state, turn: undefined };
    case 'bled':
      return on(state, event.who, (combatant) => harmed(combatant, event.harm));
    case 'turned':
      return turning(
        on(state, event.who, (combatant) => ({ ...combatant, facing: event.to })),
        (turn) =>
          event.when === 'after'
            ? { ...turn, postTurned: true }
            : { ...turn, preTurned: turn.preTurned || event.from !== event.to },
      );
    case 'moved':
      return moved(state, event);
    case 'passed-by':
      return turning(state, (turn) => counted(turn, event.beside));
    case 'dropped-back':
    case 'pushed':
      return on(state, event.who, (combatant) => ({ ...combatant, at: event.to }));
    case 'struck':
      return struck(state, event);
    case 'charge-effect':
      return event.laid === undefined ? state : conditioned(state, event.target, event.laid);
    case 'charge-ended':
      return turning(
        on(state, event.who, (each) => ({ ...each, at: event.to, facing: event.facing, altitude: event.altitude })),
        (turn) => ({ ...turn, moved: true }),
      );
    case 'cast':
      // The aim stays for the spell's own hit roll (SK-SPELL-8); the blow, or the stun of a failure, ends it (SK-AIM-7).
      return on(state, event.who, (combatant) => ({ ...combatant, essence: event.left }));
    case 'conditioned':
      return conditioned(state, event.who, event.condition);
    case 'condition-ended':
      return on(state, event.who, (combatant) => ({
        ...combatant,
        conditions: combatant.conditions.filter(({ name }) => name !== event.name),
      }));
    case 'aimed':
      return on(state, event.who, (each) => ({ ...each, aim: { target: event.target, turns: event.turns } }));
    case 'aim-lost':
      return on(state, event.who, (combatant) => ({ ...combatant, aim: undefined }));
    case 'stance-taken':
      return on(state, event.who, (combatant) => ({
        ...combatant,
        stance: event.stance,
        defendAlly: event.ally,
        essence: event.essence,
        aim: undefined,
      }));
    case 'guard-ended':
      return on(state, event.who, (combatant) => ({ ...combatant, ...standingDown }));
    case 'intercepted':
      return on(state, event.who, (each) => ({ ...each, aim: undefined, intercepts: each.intercepts + 1 }));
    case 'revived':
      return revived(state, event);
    case 'said':
      return state;
    case 'stunt-proposed': {
      const { who, target, text, sizeWarning } = event;
      return {
        ...state,
        stunts: [...state.stunts, { who, ...(target !== undefined && { target }), text, sizeWarning }],
      };
    }
    case 'stunt-ruled':
      return on(withoutStunt(state, event.who, event.text), event.who, (each) => ({
        ...each,
        next: { ...each.next, ...event.next },
      }));
    case 'corrected':
      return on(state, event.combatant.name, () => event.combatant);
    case 'battle-corrected':
      return {
        ...state,
        objective: event.objective,
        round: event.round,
        board: { ...state.board, blocked: event.blocked },
      };
    case 'turn-corrected':
      return { ...state, turn: event.turn };
    case 'effects-changed':
      return { ...state, effects: event.effects };
    case 'ended':
      return { ...state, status: 'ended', turn: undefined, winner: event.winner, ending: event.reason };
  }
};
