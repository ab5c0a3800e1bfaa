import { all, bodyChanged, changed, each, leftMelee, withoutEffects, withStatuses } from './changing.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
/** What one event makes of a battle. Total: no event is refused here. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'entered':
      return { ...state, units: [...state.units, event.unit], sideNames: event.sideNames };
    case 'combat-began':
      return { ...state, stage: 'initiative' };
    case 'initiative':
      return { ...state, stage: 'placement', winner: event.winner };
    case 'ambushed':
      return each({ ...state, stage: 'placement', winner: event.side }, event.surprised, ({ effects }) => ({
        effects: [...effects, { id: 'ambush', checks: -2, until: 'nextTurn' }],
      }));
    case 'knowledge':
      return changed(
        changed(state, event.unit, ({ studied }) => ({ studied: [...studied, event.monster] })),
        event.monster,
        (unit) => ({
          revealed: unit.revealed || event.revealed,
          weaknessKnown: unit.weaknessKnown || event.weakness,
        }),
      );
    case 'weakness':
      return changed(state, event.mount, () => ({ weaknessKnown: event.usable }));
    case 'placed':
      return event.places.reduce(
        (next, { unit, area, pos }) => changed(next, unit, () => (area === undefined ? { pos } : { area })),
        state,
      );
    case 'overran':
      return each(state, event.units, () => ({ area: 'front' }));
    case 'time-passed': {
      const left = withoutEffects(state, event.ended);
      const counted =
        event.round > 1
          ? all(left, ({ effects }) => ({
              effects: effects.map((effect) =>
                typeof effect.remaining === 'number' ? { ...effect, remaining: effect.remaining - 1 } : effect,
              ),
            }))
          : left;
      return { ...counted, stage: 'combat', round: event.round, effects: event.hung ?? state.effects, phase: 'winner' };
    }
    case 'round-opened':
      return {
        ...all(state, () => ({ acted: false, blocks: 0, joinsNextRound: false })),
        restricted: event.restricted,
        phase: 'winner',
      };
    case 'phase':
      return { ...state, phase: event.phase };
    case 'turn-began': {
      const turned = event.turns.reduce(
        (next, { unit, turn }) =>
          changed(next, unit, ({ retreat, offer }) => ({
            turn,
            retreat: retreat === 'declared' ? 'ready' : retreat,
            ...(offer && { offer: { ...offer, lastTurn: true } }),
          })),
        withoutEffects(state, event.ended),
      );
      return { ...turned, open: event.unit, effects: event.hung ?? state.effects };
    }
    case 'turn-ended': {
      const ended = each(state, event.units, ({ retreat }) => ({
        acted: true,
        turn: undefined,
        retreat: retreat === 'ready' ? 'none' : retreat,
      }));
      return {
        ...each(ended, event.joins, () => ({ joinsNextRound: true })),
        open: undefined,
        effects: event.hung ?? state.effects,
      };
    }
    case 'spent':
      return event.turns.reduce((next, { unit, turn }) => changed(next, unit, () => ({ turn })), state);
    case 'moved': {
      const left = samePlace(event.from, event.to) ? state : leftMelee(state, event.units);
      return each(left, event.units, ({ effects, turn, statuses, altitude }) => ({
        ...event.to,
        ...(turn && { turn: { ...turn, moveType: event.moveType, movementDone: true } }),
        ...(event.moveType === 'full' && {
          effects: [
            ...effects.filter(({ id }) => id !== 'fullMove'),
            { id: 'fullMove', evasion: -4, until: 'nextTurn' },
          ],
        }),
        ...(event.altitude !== undefined && {
          altitude: event.altitude,
          statuses: withStatuses(statuses, event.altitude > 0 ? ['flying'] : [], event.altitude > 0 ? [] : ['flying']),
        }),
        ...(event.altitude === undefined && { altitude }),
        retreat: 'none',
      }));
    }
    case 'blocked':
      return event.blockers.reduce(
        (next, { unit, pos }) =>
          changed(next, unit, ({ blocks }) => ({ pos, blocks: blocks + 1, holding: event.mover })),
        state,
      );
    case 'checked':
    case 'improvised':
    case 'looted':
    case 'attacked':
    case 'death-checked':
    case 'spell-took':
      return state;
    case 'joined': {
      const center = state.skirmishes.find(({ id }) => id === event.skirmish)?.center;
      const left = leftMelee(state, event.units);
      return each(
        {
          ...left,
          skirmishes: left.skirmishes.map((skirmish) =>
            skirmish.id === event.skirmish
              ? { ...skirmish, participants: [...skirmish.participants, ...event.units] }
              : skirmish,
          ),
        },
        event.units,
        () => ({ pos: center, joinsNextRound: false }),
      );
    }
    case 'broke-out':
      return {
        ...leftMelee(state, event.skirmish.participants),
        skirmishes: [...state.skirmishes, event.skirmish],
        nextSkirmish: state.nextSkirmish + 1,
      };
    case 'skirmishes':
      return event.moved.reduce((next, { unit, pos }) => changed(next, unit, () => ({ pos })), {
        ...state,
        skirmishes: event.skirmishes,
      });
    case 'retreated':
      return each(state, event.units, ({ effects }) => ({
        retreat: event.ready ? 'ready' : 'declared',
        ...(event.penalty !== 0 && {
          effects: [
            ...effects.filter(({ id }) => id !== 'retreat'),
            { id: 'retreat', evasion: event.penalty, until: 'nextTurn' },
          ],
        }),
      }));
    case 'ammo':
      return changed(state, event.unit, ({ weapons }) => ({
        weapons: weapons.map(({ bullet: _, ...weapon }) =>
          weapon.id === event.weapon
            ? {
                ...weapon,
                ...(event.ammo !== undefined && { ammo: event.ammo }),
                ...(event.bullet && { bullet: event.bullet }),
              }
            : { ...weapon, ...(_ && { bullet: _ }) },
        ),
      }));
    case 'lost':
      return bodyChanged(state, event.body, ({ statuses }) => ({
        [event.pool]: event.to,
        ...(event.felled && { statuses: withStatuses(statuses, ['unconscious'], []) }),
      }));
    case 'experienced':
      return changed(state, event.unit, ({ xp }) => ({ xp: xp + event.amount }));
    case 'status': {
      const change = ({ statuses }: { readonly statuses: readonly string[] }) => ({
        statuses: withStatuses(statuses, event.add, event.remove),
      });
      return event.of === 'unit' ? changed(state, event.who, change) : bodyChanged(state, event.who, change);
    }
    case 'cast':
      return bodyChanged(state, event.body, ({ mp }) => ({ mp: mp - event.cost }));
    case 'recovered': {
      const given = bodyChanged(state, event.body, ({ statuses }) => ({
        [event.pool]: event.to,
        ...(event.woke && { statuses: withStatuses(statuses, [], ['unconscious']) }),
      }));
      const unit = given.units.find(({ bodies }) => bodies.some(({ id }) => id === event.body));
      return event.woke && unit
        ? changed(given, unit.id, ({ statuses }) => ({ statuses: withStatuses(statuses, ['prone'], []) }))
        : given;
    }
    case 'effects':
      return changed(state, event.unit, () => ({ effects: event.effects }));
    case 'geared':
      return {
        ...event.gear.reduce(
          (next, { unit, offer, ...gear }) => changed(next, unit, () => ({ ...gear, offer })),
          state,
        ),
        ground: event.ground,
      };
    case 'feat':
      return changed(state, event.unit, ({ turn, effects }) => ({
        ...(turn && { turn: { ...turn, feats: [...turn.feats, event.feat] } }),
        effects: [...effects, ...event.effects],
      }));
    case 'mounted':
      return changed(
        changed(state, event.rider, () => ({ mountedOn: event.mount })),
        event.mount,
        () => ({ rider: event.rider }),
      );
    case 'dismounted':
      return changed(
        changed(state, event.rider, ({ passengers }) => ({
          mountedOn: undefined,
          passengers: passengers.filter((id) => !event.passengers.includes(id)),
        })),
        event.mount,
        ({ passengers }) => ({
          rider: undefined,
          passengers: passengers.filter((id) => !event.passengers.includes(id)),
          turn: undefined,
        }),
      );
    case 'fell':
      return changed(leftMelee(state, [event.unit]), event.unit, ({ statuses }) => ({
        altitude: 0,
        statuses: withStatuses(statuses, [], ['flying']),
      }));
    case 'relocated':
      return event.places.reduce(
        (next, { unit, area, pos, altitude }) =>
          changed(next, unit, () => ({
            ...(area && { area }),
            ...(pos !== undefined && { pos }),
            ...(altitude !== undefined && { altitude }),
          })),
        leftMelee(
          state,
          event.places.flatMap(({ unit, pos }) =>
            pos !== undefined && state.units.some((each) => each.id === unit && each.pos !== pos) ? [unit] : [],
          ),
        ),
      );
    case 'breath':
      return changed(state, event.unit, () => ({ underwaterRounds: event.rounds, drowning: event.drowning }));
    case 'method':
      return changed(state, event.unit, () => ({ useFixed: event.useFixed }));
    case 'field':
      return { ...state, field: event.field };
    case 'combat-ended':
      return {
        ...all(withoutEffects(state, event.ended), () => ({ turn: undefined, retreat: 'none' })),
        stage: 'aftermath',
        open: undefined,
        skirmishes: [],
        outcome: event.outcome,
      };
    case 'pursued':
      return { ...state, pursued: true };
    case 'closed':
      return { ...state, stage: 'closed', open: undefined, outcome: state.outcome ?? event.outcome };
    case 'effect-hung': {
      const { effect } = event;
      return {
        ...state,
        effects: [...state.effects.filter(({ who, name }) => who !== effect.who || name !== effect.name), effect],
      };
    }
    case 'effect-lifted':
      return {
        ...state,
        effects: state.effects.filter(({ who, name }) => who !== event.who || name !== event.name),
      };
    case 'hung':
      return { ...state, effects: event.effects };
    case 'corrected': {
      const { unit } = event;
      if (unit !== undefined)
        return { ...state, units: state.units.map((each) => (each.id === unit.id ? unit : each)) };
      return event.battle === undefined ? state : overlaid(state, event.battle);
    }
  }
};

const samePlace = (a: { area?: unknown; pos?: unknown }, b: { area?: unknown; pos?: unknown }): boolean =>
  a.area === b.area && a.pos === b.pos;

const overlaid = (state: State, change: { readonly [Key in keyof State]?: State[Key] | undefined }): State =>
  Object.assign({ ...state }, change);
