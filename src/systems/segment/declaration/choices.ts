import { counted, phrase } from '../../../core/language.ts';
import { ref, say } from '../../../core/message.ts';
import { isSameName } from '../../../core/text.ts';
import type { Offers } from '../../../rules/verb.ts';
import { castable, powerFor } from '../casting.ts';
import { combatantOffer, enemies, offer } from '../checks.ts';
import { foesEngaged, within } from '../engagement.ts';
import { handsAfter } from '../equipment.ts';
import { meleeSizes } from '../into-melee.ts';
import { rateOf } from '../movement.ts';
import { type Combatant, called, isRanged, type Main, mains, mayDeclare, type State, weaponCalled } from '../state.ts';
import { attackingMains, keptAttacks } from './kept-attacks.ts';
import { checkedOptions, emptyOptions } from './options.ts';
import { plainWords } from './text.ts';
import { optionsFrom } from './written.ts';

/** SEG-PEN-6: who within 5 feet has a missile in it. */
const patients = (state: State, who: Combatant | undefined): readonly Combatant[] =>
  state.combatants.filter(
    (each) => each.stuck.length > 0 && who !== undefined && (each.id === who.id || within(state, who, each, 5)),
  );

/** SEG-CAST-1: the spells there is power for. */
const spellsFor = (who: Combatant) =>
  who.sheet.spells.filter((spell) => castable(who, spell.name) !== undefined && powerFor(who, spell).enough);

/** SEG-INTOMELEE-1. The enemies, and of whom a shot may hit a friend instead that is said. */
const struck: Offers<State> = (state, call, soFar) => {
  const who = called(state, call.actor);
  const named = typeof soFar.weapon === 'string' ? soFar.weapon : who?.hand;
  const weapon = who && named !== undefined ? weaponCalled(who, named) : undefined;
  const offers = enemies(state, call, soFar);
  if (who === undefined || weapon === undefined || !isRanged(weapon)) return offers;
  return offers.map(({ value, label }) => {
    const target = called(state, value);
    const friends = target === undefined ? 0 : meleeSizes(state, who, target).friends.length;
    return { value, label: friends === 0 ? label : say`${label} · in melee: may hit a friend` };
  });
};

/** Whom an attack or a spell may be declared on. */
export const targets: Offers<State> = (state, call, soFar) => {
  const action = String(soFar.action ?? '');
  if (action === 'first-aid') return patients(state, called(state, call.actor)).map(combatantOffer);
  return /cast|hold/.test(action)
    ? state.combatants.filter(({ life }) => life === 'up').map(combatantOffer)
    : struck(state, call, soFar);
};

const possible = (state: State, who: Combatant, main: Main): boolean => {
  switch (main) {
    case 'move':
      return foesEngaged(state, who).length === 0;
    case 'withdraw':
      return foesEngaged(state, who).length > 0;
    case 'cast':
      return spellsFor(who).length > 0;
    case 'move-cast':
      return spellsFor(who).length > 0 && state.settings.allowMoveCast;
    case 'hold':
      return spellsFor(who).length > 0 || state.settings.holdAny;
    case 'pick-up':
      return who.atFeet.length > 0;
    case 'first-aid':
      return patients(state, who).length > 0;
    case 'attack':
    case 'move-attack':
    case 'attack-move':
    case 'run-attack':
      return who.sheet.weapons.length > 0;
    case 'dodge':
    case 'full-defense':
    case 'desperate-defense':
    case 'other':
    case 'none':
      return true;
  }
};

/** SEG-DECL-3: what this combatant could declare now. */
export const mainActions: Offers<State> = (state, { actor }) => {
  const who = called(state, actor);
  if (who === undefined || !mayDeclare(state, who)) return [];
  return mains
    .filter((main) => possible(state, who, main))
    .map((main) => {
      const kept = keptAttacks(state, who, main, emptyOptions);
      const plain = plainWords(main);
      if (kept === 0) return offer(main, plain);
      const unarmed = who.hand === undefined && who.offHand === undefined;
      return offer(main, `${plain} (${unarmed ? 'with drawing a weapon' : counted(kept, 'attack')})`);
    });
};

export const weapons: Offers<State> = (state, { actor }) =>
  called(state, actor)?.sheet.weapons.map((weapon) => offer(weapon.name, phrase`${weapon.name}, SC ${weapon.sc}`)) ??
  [];

export const spells: Offers<State> = (state, { actor }) => {
  const who = called(state, actor);
  const able = who === undefined ? [] : spellsFor(who);
  return able.map(({ name, cost }) => offer(name, cost > 0 ? phrase`${name}, ${cost} energy` : name));
};

export const missilesThere: Offers<State> = (state, _call, soFar) =>
  [...new Set(called(state, String(soFar.target ?? ''))?.stuck.map(({ kind }) => kind) ?? [])].map((kind) =>
    offer(kind),
  );

/** May these words alone be added to the chosen action, or to any where none is chosen? Who attacks keeps something in hand. */
const fits =
  (state: State, who: Combatant, { action, weapon }: Readonly<Record<string, unknown>>) =>
  (words: string): boolean =>
    mains.some((main) => {
      if (main === 'desperate-defense' || (action !== undefined && !isSameName(main, String(action)))) return false;
      const taken = checkedOptions(state, who, {
        main,
        options: optionsFrom(words),
        attacks: [],
        weapon: weapon === undefined ? undefined : String(weapon),
        route: undefined,
      });
      if (!taken.ok || !attackingMains.includes(main)) return taken.ok;
      const { hand, offHand } = handsAfter(who, taken.value);
      return hand !== undefined || offHand !== undefined;
    });

/** The options that this combatant could take with the chosen action, each as it is written. */
export const optionWords: Offers<State> = (state, { actor }, soFar) => {
  const who = called(state, actor);
  if (who === undefined) return [];
  const { sheet, hand, offHand, potions } = who;
  const held = [hand, offHand].filter((name) => name !== undefined);
  const may = fits(state, who, soFar);
  const draws = (name: string) => [`draw ${name}`, ...held.map((full) => `sheathe ${full}, draw ${name}`)].find(may);
  return [
    'no movement',
    'aim',
    ...held.map((name) => `sheathe ${name}`),
    ...new Set(sheet.weapons.flatMap(({ name }) => draws(name) ?? [])),
    'shield',
    ...potions.flatMap((potion) => [`drink ${potion} by attacks`, `drink ${potion} by movement`]),
    ...sheet.weapons
      .filter(({ name, use }) => use === 'melee' && held.includes(name))
      .map(({ rank }) => `defend ${5 * rank}`),
    'double shot',
    ...state.settings.freeActions.map((says) => `free ${says}`),
  ]
    .filter(may)
    .map((words) => offer(words));
};

/** The words for going by somebody, where the chosen action goes anywhere. */
export const ways: Offers<State> = (state, { actor }, { action }) => {
  const who = called(state, actor);
  const main = mains.find((each) => isSameName(each, String(action)));
  if (main !== undefined && rateOf(main) === undefined) return [];
  return state.combatants
    .filter((each) => each.id !== who?.id)
    .flatMap(({ id }) => [
      offer(`toward ${id}`, say`toward ${ref(id)}`),
      offer(`away from ${id}`, say`away from ${ref(id)}`),
    ]);
};
