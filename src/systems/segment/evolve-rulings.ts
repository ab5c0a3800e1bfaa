import { change } from './change.ts';
import type { EventOf } from './events.ts';
import { suffered } from './evolve-attack.ts';
import type { State } from './model.ts';

const marksOf = (state: State, event: EventOf<'corrected'>): State => {
  const { who, combatant, battle, clears } = event;
  const cleared = Object.fromEntries(clears.map((field) => [field, undefined]));
  const next = Object.assign({}, state, battle);
  return who === undefined
    ? Object.assign(next, cleared)
    : change(next, who, (before) => Object.assign({}, before, combatant, cleared));
};

type Ruling =
  | 'ambushed'
  | 'shouted'
  | 'sighted'
  | 'checked'
  | 'modifier-named'
  | 'surprise-named'
  | 'cover-named'
  | 'light-named'
  | 'mark-set'
  | 'free-attack-ruled'
  | 'hurt'
  | 'healed'
  | 'repaired'
  | 'killed'
  | 'force-moved'
  | 'corrected';

/** Ambushes and checks, and what the GM names, rules and puts right. */
export const ruled = (state: State, event: EventOf<Ruling>): State => {
  switch (event.type) {
    case 'ambushed': {
      const noticing = event.victims.filter(({ level }) => level === 1).map(({ who }) => who);
      const levels = event.victims.reduce((now, { who, level }) => change(now, who, { ambushLevel: level }), state);
      return {
        ...levels,
        ambushRound: true,
        ambushers: event.ambushers,
        pending: noticing.length > 0 && event.victims.length > 1 ? { kind: 'shout', waiting: noticing } : undefined,
      };
    }
    case 'shouted': {
      const { pending } = state;
      const waiting = pending?.kind === 'shout' ? pending.waiting.filter((each) => each !== event.who) : [];
      const next = event.improved.reduce(
        (now, who) => change(now, who, ({ ambushLevel }) => ({ ambushLevel: Math.max(1, (ambushLevel ?? 1) - 1) })),
        state,
      );
      return { ...next, pending: event.shouts || waiting.length === 0 ? undefined : { kind: 'shout', waiting } };
    }
    case 'sighted': {
      const { who, foe, seen } = event.sight;
      return change(state, who, ({ unseen }) => ({ unseen: { ...unseen, [foe]: seen } }));
    }
    case 'checked':
      return { ...state, adHocs: state.adHocs.filter((each) => each.who !== event.who || each.on !== 'check') };
    case 'modifier-named':
      return { ...state, adHocs: [...state.adHocs, event.adHoc] };
    case 'surprise-named': {
      const { attacker, target, kind } = event;
      const others = state.surprises.filter((each) => each.attacker !== attacker || each.target !== target);
      return { ...state, surprises: kind === 'none' ? others : [...others, { attacker, target, kind }] };
    }
    case 'cover-named': {
      const { target, from, kind } = event;
      const others = state.covers.filter((each) => each.target !== target || each.from !== from);
      return {
        ...state,
        covers: kind === 'none' ? others : [...others, { target, kind, ...(from !== undefined && { from }) }],
      };
    }
    case 'light-named':
      return { ...state, lighting: event.to };
    case 'mark-set':
      return change(state, event.who, { [event.mark]: event.on });
    case 'free-attack-ruled': {
      const { opponent, on, allowed } = event;
      const others = state.freeRulings.filter((each) => each.opponent !== opponent || each.on !== on);
      return { ...state, freeRulings: [...others, { opponent, allowed, ...(on !== undefined && { on }) }] };
    }
    case 'hurt':
      return change(state, event.who, (before) => suffered(before, event.impact));
    case 'healed':
      return change(state, event.who, ({ life }) => ({
        hp: event.hp,
        life: life === 'down' && event.hp > 0 ? 'up' : life,
      }));
    case 'repaired':
      return change(state, event.who, { armorLoss: 0 });
    case 'killed':
      return change(state, event.who, ({ march }) => ({
        life: 'dead',
        casting: undefined,
        carried: undefined,
        defending: undefined,
        aimCarried: undefined,
        ...(march && { march: { ...march, done: true } }),
      }));
    case 'force-moved':
      return change(state, event.who, (before) => ({
        pos: event.to ?? before.pos,
        prone: before.prone || event.prone,
        aimCarried: undefined,
        ...(event.interrupted && { casting: undefined }),
        ...(event.stopped && {
          actionsLost: 'moved',
          ...(before.march && { march: { ...before.march, done: true } }),
        }),
      }));
    case 'corrected':
      return marksOf(state, event);
  }
};
