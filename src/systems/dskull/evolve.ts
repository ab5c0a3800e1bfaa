import { gone, onGround, patched, withActivation, withoutFirst, withSeat, withThing, withWarrior } from './changes.ts';
import type { Event } from './events.ts';
import type { State } from './state.ts';

/** DS-DATA-10. The battle after an event. Pure; the event carries all that fell. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'entered':
      return { ...state, seats: [...state.seats, event.seat], warriors: [...state.warriors, ...event.warriors] };
    case 'scenario-chosen':
      return { ...state, scenario: event.scenario };
    case 'ground-drawn':
      return { ...state, own: event.ground };
    case 'settings-set':
      return { ...state, settings: event.settings };
    case 'policy-set':
      return withSeat(state, event.seat, (seat) => ({ ...seat, policy: event.policy }));
    case 'trigger-set':
      return {
        ...state,
        triggers: [...state.triggers.filter(({ name }) => name !== event.trigger.name), event.trigger],
      };
    case 'trigger-lifted':
      return { ...state, triggers: state.triggers.filter(({ name }) => name !== event.name) };
    case 'triggered':
      return {
        ...state,
        triggers: state.triggers.flatMap((each) =>
          each.name !== event.name || each.uses === undefined
            ? [each]
            : each.uses > 1
              ? [{ ...each, uses: each.uses - 1 }]
              : [],
        ),
      };
    case 'began':
      return { ...onGround(state, event.ground), phase: 'deploy', initiative: event.holder, current: event.holder };
    case 'deployed':
      return withWarrior(state, event.warrior, (warrior) => ({ ...warrior, at: event.at }));
    case 'current-set':
      return { ...state, current: event.seat };
    case 'round-began':
      return {
        ...state,
        phase: 'preparation',
        round: event.round,
        current: undefined,
        warriors: state.warriors.map((each) => ({
          ...each,
          ready: each.at !== undefined && each.removed === undefined,
        })),
      };
    case 'token-moved':
      return { ...state, initiative: event.to };
    case 'tactics-tested': {
      const { stored } = event;
      return stored === undefined
        ? state
        : withSeat(state, event.seat, (seat) => ({
            ...seat,
            symbols: { ...seat.symbols, [stored]: seat.symbols[stored] + 1 },
          }));
    }
    case 'resolution-began':
      return { ...state, phase: 'resolution', current: event.current };
    case 'cleanup-began':
      return { ...state, phase: 'cleanup', current: undefined };
    case 'round-ended':
      return { ...state, seats: state.seats.map((seat) => ({ ...seat, symbols: { HIT: 0, ADV: 0 } })), strokes: [] };
    case 'scored':
      return withSeat(state, event.seat, (seat) => ({ ...seat, vp: seat.vp + event.vp }));
    case 'ending':
      return { ...state, ending: true };
    case 'game-over':
      return {
        ...state,
        phase: 'over',
        current: undefined,
        activation: undefined,
        outcome: { winners: event.winners, says: event.says },
      };
    case 'activated':
      return {
        ...withWarrior(state, event.activation.warrior, (warrior) => ({
          ...warrior,
          conditions: warrior.conditions.filter((each) => !event.lost.includes(each)),
          held: event.activation.active,
        })),
        activation: event.activation,
        strokes: event.unseen ? state.strokes : [],
      };
    case 'activation-prevented':
      return withWarrior(state, event.warrior, (warrior) => ({ ...warrior, ready: false }));
    case 'toll-paid':
      return withActivation(state, (now) => ({ ...now, actions: event.actions }));
    case 'action-spent':
      return withActivation(state, (now) => ({ ...now, actions: Math.max(0, now.actions - 1), started: true }));
    case 'mp-gained':
      return withActivation(state, (now) => ({ ...now, mp: now.mp + event.amount }));
    case 'actions-changed':
      return withActivation(state, (now) => ({ ...now, actions: Math.max(0, now.actions + event.by) }));
    case 'attacks-gained':
      return withActivation(state, (now) => {
        const attacks = { ...now.attacks };
        for (const [weapon, gain] of Object.entries(event.gains)) attacks[weapon] = (attacks[weapon] ?? 0) + gain;
        return { ...now, attacks, attackActions: event.ordinal, started: true };
      });
    case 'symbol-spent':
      return withActivation(
        withSeat(state, event.seat, (seat) => ({
          ...seat,
          symbols: { ...seat.symbols, [event.symbol]: Math.max(0, seat.symbols[event.symbol] - 1) },
        })),
        (now) => ({ ...now, symbolSpent: true, started: true }),
      );
    case 'stepped':
      return withActivation(
        withWarrior(state, event.warrior, (warrior) => ({ ...warrior, at: event.to })),
        (now) => ({ ...now, mp: Math.max(0, now.mp - event.cost), started: true }),
      );
    case 'moved':
      return {
        ...withWarrior(state, event.warrior, (warrior) =>
          warrior.removed === undefined ? { ...warrior, at: event.at } : warrior,
        ),
        strokes: [
          ...state.strokes.filter(({ kind }) => kind === 'move'),
          {
            kind: 'move',
            who: [event.warrior],
            points: [event.from, ...event.path.slice(0, event.made)].map(middle),
          },
        ],
      };
    case 'morale-tested':
      return withActivation(state, (now) => {
        const which = event.why === 'fearsome' ? 'fearsome' : 'dared';
        return { ...now, [which]: { ...now[which], [event.against]: event.passed ? 'passed' : 'failed' } };
      });
    case 'activation-ended':
      return {
        ...withWarrior(state, event.warrior, (warrior) => ({ ...warrior, ready: false })),
        activation: undefined,
      };
    case 'attack-paid':
      return withActivation(
        withWarrior(state, event.warrior, (warrior) => ({
          ...warrior,
          weapons: warrior.weapons.map((weapon) =>
            weapon.id === event.weapon && weapon.chargesLeft !== undefined
              ? { ...weapon, chargesLeft: Math.max(0, weapon.chargesLeft - 1) }
              : weapon,
          ),
        })),
        (now) => ({
          ...now,
          started: true,
          attacks: { ...now.attacks, [event.pool]: Math.max(0, (now.attacks[event.pool] ?? 0) - 1) },
        }),
      );
    case 'attacked': {
      const points = [event.warrior, event.target].flatMap((id) => placeOf(state, id));
      return { ...state, strokes: [{ kind: 'attack', who: [event.warrior, event.target], points }] };
    }
    case 'blasted': {
      const points = [...placeOf(state, event.warrior), middle(event.space)];
      return { ...state, strokes: [{ kind: 'attack', who: [event.warrior], points }] };
    }
    case 'condition-gained':
      return withWarrior(state, event.warrior, (warrior) => ({
        ...warrior,
        conditions: [...warrior.conditions, event.condition],
      }));
    case 'condition-lost':
      return withWarrior(state, event.warrior, (warrior) => ({
        ...warrior,
        conditions: withoutFirst(warrior.conditions, event.condition),
      }));
    case 'removed':
      return withWarrior(state, event.warrior, (warrior) => gone(warrior, event.how));
    case 'door-toggled':
      return state.board === undefined
        ? state
        : {
            ...state,
            board: {
              ...state.board,
              edges: state.board.edges.map((edge) =>
                edge.a.x === event.a.x && edge.a.y === event.a.y && edge.b.x === event.b.x && edge.b.y === event.b.y
                  ? { ...edge, kinds: event.open ? [] : ['blocking', 'obscuring'] }
                  : edge,
              ),
            },
          };
    case 'thing-taken':
      return withThing(state, event.thing, (thing) => ({ ...thing, carrier: event.warrior }));
    case 'thing-given':
      return withThing(state, event.thing, (thing) => ({ ...thing, carrier: event.to }));
    case 'thing-dropped':
      return withThing(state, event.thing, (thing) => ({ ...thing, carrier: undefined, at: event.at }));
    case 'thing-used':
      return event.passed ? withThing(state, event.thing, (thing) => ({ ...thing, used: true })) : state;
    case 'corrected':
      return patched(state, event.patch);
    case 'effect-hung':
      return { ...state, effects: [...state.effects, event.effect] };
    case 'effect-lifted':
      return {
        ...state,
        effects: state.effects.filter(({ who, name }) => who !== event.who || name !== event.name),
      };
    case 'effects-ticked':
      return { ...state, effects: event.left };
    case 'blast-struck':
    case 'harmed':
    case 'treated':
    case 'tested':
      return state;
  }
};

const middle = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: x + 0.5, y: y + 0.5 });

const placeOf = (state: State, id: string) => {
  const at = state.warriors.find((warrior) => warrior.id === id)?.at;
  return at === undefined ? [] : [middle(at)];
};
