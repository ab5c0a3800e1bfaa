import { listing, ref, say, type Text } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { type Call, mayCommand } from '../../rules/call.ts';
import { parseNumber } from '../../rules/values.ts';
import type { Offer, Offers } from '../../rules/verb.ts';
import { areaCalled } from './battlefield.ts';
import type { Side } from './sheet.ts';
import {
  bodyCalled,
  bodyText,
  type Checked,
  called,
  isCharacter,
  isDead,
  type Place,
  type State,
  type Unit,
  unitAble,
} from './state.ts';

export const combatantCalled = (state: State, name: string): Checked<Unit> => {
  const unit = called(state, name);
  return unit === undefined ? refuse('E_NO_UNIT', { unit: ref(name) }) : ok(unit);
};

/**
 * Why nobody can be aimed at by that name: `E_NO_TARGET`, with the sections to choose from where the unit has several (SW-DATA-1),
 * or whether it is dead or has left.
 */
export const noTarget = (state: State, name: string, sees: (unit: string) => boolean = () => true) => {
  const unit = called(state, name) ?? bodyCalled(state, name)?.unit;
  if (unit === undefined || !sees(unit.id))
    return refuse('E_NO_TARGET', { why: 'nobody of that name is here; /my view shows who is' });
  const who = ref(unit.id);
  if (unit.statuses.includes('left')) return refuse('E_NO_TARGET', { why: say`${who} has left` });
  const sections = unit.bodies.filter((body) => body.id !== unit.id && !isDead(body));
  if (sections.length > 0)
    return refuse('E_NO_TARGET', {
      target: who,
      sections: listing(
        sections.map((body) => bodyText(unit, body)),
        'or',
      ),
    });
  return refuse('E_NO_TARGET', { why: say`${who} is dead` });
};

/** `E_NO_TARGET` for who acts with a section of their own that is not there: names those that are. */
export const noSection = (unit: Unit) =>
  refuse('E_NO_TARGET', {
    unit: ref(unit.id),
    sections: listing(
      unit.bodies.map((body) => bodyText(unit, body)),
      'or',
    ),
  });

export const byGm = (call: Call): Checked<Call> => (call.gm ? ok(call) : refuse('E_GM_ONLY'));

/** A mount obeys whoever runs its rider. */
export const runs = (call: Call, unit: Unit): boolean =>
  mayCommand(call, unit.id) || (unit.rider !== undefined && mayCommand(call, unit.rider));

/** The unit that is commanded, by one who may. */
export const commanded = (state: State, call: Call): Checked<Unit> => {
  const unit = combatantCalled(state, call.actor);
  if (!unit.ok) return unit;
  return runs(call, unit.value) ? unit : refuse('E_NOT_YOURS', { unit: ref(unit.value.id) });
};

/** Reads a place as a chat writes it: an area, or metres. */
export const placeCalled = (state: State, text: string, side: Side | undefined): Checked<Place> => {
  if (state.settings.mode === 'simplified') {
    const area = areaCalled(text, side);
    return area === undefined ? refuse('E_NO_PLACE', { place: text }) : ok({ area });
  }
  const metres = parseNumber(text.trim().replace(/\s*m$/, ''), 5);
  return metres === undefined ? refuse('E_NO_PLACE', { place: text }) : ok({ pos: metres });
};

/** Someone of a side, or the GM: who may decide for the side together. */
export const speaksFor = (state: State, call: Call, side: Side): boolean => {
  if (call.gm) return true;
  const unseen = call.unseenBy?.(call.actor) ?? [];
  return state.units.some((unit) => unit.side === side && call.controls.includes(unit.id) && !unseen.includes(unit.id));
};

export const plainOffer = (value: string, label = value): Offer => ({ value, label });

const combatantOffer = (id: string): Offer<Text> => ({ value: id, label: ref(id) });

export const everyUnit: Offers<State> = (state) => state.units.map(({ id }) => combatantOffer(id));

export const ableUnits: Offers<State> = (state) => state.units.filter(unitAble).map(({ id }) => combatantOffer(id));

export const ableCharacters: Offers<State> = (state) =>
  state.units.filter((unit) => unitAble(unit) && isCharacter(unit)).map(({ id }) => combatantOffer(id));

export const everyBody: Offers<State> = (state) =>
  state.units.flatMap((unit) =>
    unit.bodies.filter((body) => !isDead(body)).map((body) => ({ value: body.id, label: bodyText(unit, body) })),
  );

export const ownUnits: Offers<State> = (state, call) =>
  state.units.filter(({ id }) => call.gm || call.controls.includes(id)).map(({ id }) => combatantOffer(id));
