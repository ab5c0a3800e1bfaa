import { change, slotChange, without } from './change.ts';
import type { Event } from './events.ts';
import { attackedState, redirected, suffered } from './evolve-attack.ts';
import { closed, moved, rolled, roundEnded } from './evolve-round.ts';
import { ruled } from './evolve-rulings.ts';
import { joined } from './joined.ts';
import type { State } from './model.ts';

/** The battle after an event: pure and total. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'entered':
      return {
        ...state,
        combatants: [
          ...state.combatants,
          { ...joined(event.who, event.team, event.sheet), ...(event.pos && { pos: event.pos }) },
        ],
      };
    case 'placed':
      return change(state, event.who, { pos: event.pos });
    case 'started':
      return { ...state, status: 'active', round: 1, phase: 'declare' };
    case 'declared':
      return change(state, event.who, ({ carried }) => ({
        declaration: event.declaration,
        carried: carried?.spell === undefined || event.declaration.carried ? carried : undefined,
      }));
    case 'closed':
      return closed(state, event);
    case 'initiative-rolled':
      return rolled(state, event);
    case 'segment-began':
      return { ...state, clock: { segment: event.segment, moved: false } };
    case 'moved':
      return moved(state, event);
    case 'free-moved':
      return change(state, event.who, ({ pos, prone }) => ({
        pos: event.to ?? pos,
        freeMoveUsed: true,
        prone: event.stoodUp ? false : prone,
      }));
    case 'free-acted':
      return change(state, event.who, ({ freeActionsUsed, hand, offHand, atFeet, prone }) => ({
        freeActionsUsed: freeActionsUsed + 1,
        prone: prone || event.says.trim().toLowerCase() === 'drop prone',
        ...(event.drops !== undefined && {
          hand: hand === event.drops ? undefined : hand,
          offHand: hand !== event.drops && offHand === event.drops ? undefined : offHand,
          atFeet: [...atFeet, event.drops],
        }),
      }));
    case 'rearmed':
      return change(state, event.who, ({ atFeet }) => ({
        hand: event.hand,
        offHand: event.offHand,
        rearmed: true,
        ...(event.pickedUp !== undefined && { atFeet: without(atFeet, [event.pickedUp]) }),
      }));
    case 'attacked':
      return attackedState(state, event);
    case 'attack-waits':
      return slotChange(state, event.who, event.number, { status: 'waiting' });
    case 'lost': {
      const { who, number, segment, why } = event;
      const next = slotChange({ ...state, pending: undefined }, who, number, {
        status: 'lost',
        at: segment,
        lost: why,
      });
      return event.kind === 'cast' ? change(next, who, { casting: undefined }) : next;
    }
    case 'asked':
      return { ...state, pending: event.pending };
    case 'redirected':
      return redirected(state, event);
    case 'chose-on':
      return slotChange({ ...state, pending: undefined }, event.who, event.number, { settled: true });
    case 'turned-away':
      return change({ ...state, pending: undefined }, event.who, ({ initiatives }) => ({
        initiatives: initiatives.map((slot) =>
          event.numbers.includes(slot.number) ? { ...slot, status: 'lost', lost: 'turned away' } : slot,
        ),
        ...(event.march && { march: event.march, parted: false }),
      }));
    case 'free-answered': {
      const { pending } = state;
      if (pending?.kind !== 'free-attack') return state;
      const left = pending.left.filter((each) => each !== event.who);
      const taking = event.takes ? [...pending.taking, event.who] : pending.taking;
      return { ...state, pending: left.length === 0 ? undefined : { ...pending, left, taking } };
    }
    case 'leaving':
      return change(state, event.who, { parted: true });
    case 'got-away':
      return { ...state, engagements: state.engagements.filter((pair) => !pair.includes(event.who)) };
    case 'pushed':
      return change({ ...state, pending: undefined }, event.on, ({ pos, pushedBy }) => ({
        pos: event.squares.at(-1) ?? pos,
        pushedBy: [...pushedBy, event.who],
        aimCarried: undefined,
      }));
    case 'push-passed':
      return { ...state, pending: undefined };
    case 'move-after-attack':
      return change(state, event.who, ({ march }) => ({
        ...(march && {
          march:
            event.begins === undefined
              ? { ...march, done: true, begins: -99 }
              : { ...march, begins: event.begins, covered: event.covered },
        }),
      }));
    case 'casting-began': {
      const { who, spell, target, begins, goesOff, cost, use } = event;
      const next = change(state, who, ({ energy, uses, march }) => ({
        casting: { spell, ...(target !== undefined && { target }), begins, goesOff },
        energy: energy === undefined ? undefined : energy - cost,
        uses: use ? { ...uses, [spell]: (uses[spell] ?? 1) - 1 } : uses,
        ...(march && { march: { ...march, done: true } }),
      }));
      return slotChange(next, who, 1, { status: 'done', at: begins });
    }
    case 'spell-went-off': {
      const { who, target, impact } = event;
      const next = change(
        { ...state, adHocs: state.adHocs.filter((each) => each.who !== who || each.on !== 'check') },
        who,
        { casting: undefined },
      );
      return impact === undefined || target === undefined
        ? next
        : change(next, target, (before) => suffered(before, impact));
    }
    case 'spell-forgone':
      return change({ ...state, pending: undefined }, event.who, { casting: undefined });
    case 'first-aided': {
      const next = slotChange(state, event.who, 1, { status: 'done', at: event.segment });
      if (event.roll?.success !== true) return next;
      return change(next, event.patient, ({ stuck }) => {
        const at = stuck.findIndex(({ kind }) => kind === event.missile);
        return { stuck: stuck.filter((_, n) => n !== at) };
      });
    }
    case 'did-other':
      return slotChange(state, event.who, 1, { status: 'done', at: event.segment });
    case 'shield-readied':
      return change(state, event.who, { shieldReady: true, shieldDone: true });
    case 'drank':
      return change(state, event.who, ({ potions }) => ({ potions: without(potions, [event.potion]), drunk: true }));
    case 'round-ended':
      return roundEnded(state, event);
    case 'ended':
      return {
        ...state,
        status: 'ended',
        pending: undefined,
        outcome: { reason: event.reason, ...(event.winner !== undefined && { winner: event.winner }) },
      };
    case 'ambushed':
    case 'shouted':
    case 'sighted':
    case 'checked':
    case 'modifier-named':
    case 'surprise-named':
    case 'cover-named':
    case 'light-named':
    case 'mark-set':
    case 'free-attack-ruled':
    case 'hurt':
    case 'healed':
    case 'repaired':
    case 'killed':
    case 'force-moved':
    case 'corrected':
      return ruled(state, event);
    case 'effect-hung':
      return {
        ...state,
        effects: [
          ...state.effects.filter(({ who, name }) => who !== event.effect.who || name !== event.effect.name),
          event.effect,
        ],
      };
    case 'effect-lifted':
      return {
        ...state,
        effects: state.effects.filter(({ who, name }) => who !== event.who || name !== event.name),
      };
  }
};
