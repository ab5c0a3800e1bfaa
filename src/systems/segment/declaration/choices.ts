import { count, isSameName, phrase, ref, say, term } from '../../../core/message.ts';
import { combatantOffer, createOffer, type FindParamOffers } from '../../../rules/verb.ts';
import { castableSpells } from '../casting.ts';
import { offerEnemies } from '../checks.ts';
import { weaponsInReach } from '../dropped-weapons.ts';
import { engagedFoes, isWithinFeet, meleeMembers } from '../engagement.ts';
import { handsAfterRearming } from '../equipment.ts';
import { movementRate } from '../movement.ts';
import {
  type Combatant,
  canDeclareNow,
  findByName,
  findWeapon,
  formatKey,
  isRanged,
  type MainAction,
  mainActionKinds,
  type State,
} from '../state.ts';
import { attackingActions, countAttacksLeft } from './kept-attacks.ts';
import { requireOptions } from './main-actions.ts';
import { defaultDeclarationOptions, parseOptions } from './text.ts';

/** Combatants with a stuck missile within 5 feet of `who`. `who` can be one of them. SEG-PEN-6. */
const findPatients = (state: State, who: Combatant | undefined): readonly Combatant[] =>
  state.combatants.filter(
    (each) => each.stuck.length > 0 && who !== undefined && (each.id === who.id || isWithinFeet(state, who, each, 5)),
  );

/** Offers enemies as targets, and marks those where a shot may hit a friend. SEG-INTOMELEE-1. */
const offerAttackTargets: FindParamOffers<State> = (state, call, soFar) => {
  const who = findByName(state, call.actor);
  const named = typeof soFar.weapon === 'string' ? soFar.weapon : who?.hand;
  const weapon = who && named !== undefined ? findWeapon(who, named) : undefined;
  const offers = offerEnemies(state, call, soFar);
  if (who === undefined || weapon === undefined || !isRanged(weapon)) return offers;
  return offers.map((offer) => {
    const target = findByName(state, offer.value);
    const friends = target === undefined ? 0 : meleeMembers(state, who, target).friends.length;
    return friends === 0 ? offer : { ...offer, label: say`${offer.label} · in melee: may hit a friend` };
  });
};

/** Offers targets for the chosen action: for an attack, a spell or first aid. */
const offerTargets: FindParamOffers<State> = (state, call, soFar) => {
  const action = String(soFar.action ?? '');
  if (action === 'first-aid') return findPatients(state, findByName(state, call.actor)).map(combatantOffer);
  if (!/cast|hold/.test(action)) return offerAttackTargets(state, call, soFar);
  const who = findByName(state, call.actor);
  const foes = offerEnemies(state, call, soFar);
  if (who?.sheet.spells.some(({ name, damage }) => name === soFar.spell && damage !== undefined)) return foes;
  const friends = state.combatants.filter(({ life, team }) => life === 'up' && team === who?.team);
  return [...foes, ...friends.map(combatantOffer)];
};

type Requirement = (who: Combatant, state: State) => boolean;

const canCast: Requirement = (who) => castableSpells(who).length > 0;

const hasWeapon: Requirement = (who) => who.sheet.weapons.length > 0;

/** What a combatant needs to declare each action. Actions without an entry need nothing. */
const requirements: Partial<Record<MainAction, Requirement>> = {
  attack: hasWeapon,
  'move-attack': hasWeapon,
  'attack-move': hasWeapon,
  'run-attack': hasWeapon,
  move: (who, state) => engagedFoes(state, who).length === 0,
  withdraw: (who, state) => engagedFoes(state, who).length > 0,
  cast: canCast,
  'move-cast': (who, state) => canCast(who, state) && state.settings.allowMoveCast,
  hold: (who, state) => canCast(who, state) || state.settings.holdAny,
  'pick-up': (who, state) => weaponsInReach(state, who).length > 0,
  'first-aid': (who, state) => findPatients(state, who).length > 0,
};

/** Offers the main actions that the combatant could declare now. SEG-DECL-3. */
const offerMainActions: FindParamOffers<State> = (state, { actor }) => {
  const who = findByName(state, actor);
  if (who === undefined || !canDeclareNow(state, who)) return [];
  return mainActionKinds
    .filter((main) => requirements[main]?.(who, state) ?? true)
    .map((main) => {
      const kept = countAttacksLeft(state, who, main, defaultDeclarationOptions);
      const plain = formatKey(main);
      if (kept === 0) return createOffer(main, plain);
      const unarmed = who.hand === undefined && who.offHand === undefined;
      return createOffer(main, say`${plain} (${unarmed ? term('draws a weapon first') : count(kept, 'attack')})`);
    });
};

export const offerWeapons: FindParamOffers<State> = (state, { actor }) =>
  findByName(state, actor)?.sheet.weapons.map((weapon) =>
    createOffer(weapon.name, phrase`${term(weapon.name)}, SC ${weapon.sc}`),
  ) ?? [];

const offerSpells: FindParamOffers<State> = (state, { actor }) => {
  const who = findByName(state, actor);
  const able = who === undefined ? [] : castableSpells(who);
  return able.map(({ name, cost }) => createOffer(name, cost > 0 ? phrase`${term(name)}, ${cost} energy` : name));
};

const offerStuckMissiles: FindParamOffers<State> = (state, _call, soFar) =>
  [...new Set(findByName(state, String(soFar.target ?? ''))?.stuck.map(({ kind }) => kind) ?? [])].map((kind) =>
    createOffer(kind),
  );

/** Creates a test whether options fit the chosen action, or any action. Attacks need a weapon in hand. */
const createOptionTest =
  (state: State, who: Combatant, { action, weapon }: Readonly<Record<string, unknown>>) =>
  (words: string): boolean =>
    mainActionKinds.some((main) => {
      if (main === 'desperate-defense' || (action !== undefined && !isSameName(main, String(action)))) return false;
      const taken = requireOptions(state, who, {
        main,
        options: parseOptions(words),
        attacks: [],
        weapon: weapon === undefined ? undefined : String(weapon),
      });
      if (!taken.ok || !attackingActions.includes(main)) return taken.ok;
      const { hand, offHand } = handsAfterRearming(who, taken.value);
      return hand !== undefined || offHand !== undefined;
    });

/** Offers the options that fit the chosen action, each as a player types it. */
const offerOptions: FindParamOffers<State> = (state, { actor }, soFar) => {
  const who = findByName(state, actor);
  if (who === undefined) return [];
  const { sheet, hand, offHand, potions } = who;
  const held = [hand, offHand].filter((name) => name !== undefined);
  const may = createOptionTest(state, who, soFar);
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
    .map((words) => createOffer(words));
};

/** Offers routes toward and away from each combatant, if the chosen action allows movement. */
export const offerRoutes: FindParamOffers<State> = (state, { actor }, { action }) => {
  const who = findByName(state, actor);
  const main = mainActionKinds.find((each) => isSameName(each, String(action)));
  if (main !== undefined && movementRate(main) === undefined) return [];
  return state.combatants
    .filter((each) => each.id !== who?.id)
    .flatMap(({ id }) => [
      { value: `toward ${id}`, label: say`toward ${ref(id)}`, who: id },
      { value: `away from ${id}`, label: say`away from ${ref(id)}`, who: id },
    ]);
};

/** What each parameter of a declaration offers. */
export const declarationOffers = {
  action: offerMainActions,
  target: offerTargets,
  weapon: offerWeapons,
  options: offerOptions,
  path: offerRoutes,
  spell: offerSpells,
  follow: offerEnemies,
  missile: offerStuckMissiles,
};
