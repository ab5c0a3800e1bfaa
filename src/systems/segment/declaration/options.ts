import { isSameName, listed, listing, ok, phrase, ref, refuse } from '../../../core/message.ts';
import { formatSquare } from '../../../rules/grid/square.ts';
import { engagedFoes, feetBetween } from '../engagement.ts';
import { handsAfterDropping, handsAfterRearming } from '../equipment.ts';
import { movementRate } from '../movement.ts';
import {
  type CheckResult,
  type Combatant,
  type DeclarationOptions,
  findWeapon,
  heldMeleeWeapon,
  isRanged,
  type MainAction,
  type State,
} from '../state.ts';
import { emptyOptions, type WrittenAttack, type WrittenOptions, type WrittenPath } from './declaration-input.ts';
import { attackingActions, canPayFreeActions } from './kept-attacks.ts';
import { formatKey } from './text.ts';

export interface WrittenAction {
  readonly main: MainAction;
  readonly options: WrittenOptions;
  readonly attacks: readonly WrittenAttack[];
  readonly weapon?: string | undefined;
  readonly route: WrittenPath | undefined;
}

type Test = (state: State, who: Combatant, written: WrittenAction) => CheckResult<Partial<DeclarationOptions>>;

const noChanges = ok({});

const attacking = (main: MainAction): boolean => attackingActions.includes(main);

const refuseMisfit = (option: string, main: MainAction) =>
  refuse('BAD_ACTION', {
    problem: phrase`${option} cannot be combined with ${formatKey(main)}; leave one of the two out`,
  });

const mayStandStill: readonly MainAction[] = ['attack', 'cast', 'hold', 'pick-up', 'first-aid', 'other', 'none'];

const mayFreeMove: readonly MainAction[] = [...mayStandStill, 'full-defense'];

const mayRearm: readonly MainAction[] = ['attack', 'move-attack', 'attack-move', 'run-attack', 'full-defense', 'none'];

/** SEG-NOMOVE-3. */
const noMovement: Test = (_state, _who, { main, options, route }) => {
  if (!options.noMovement) return noChanges;
  if (!mayStandStill.includes(main)) return refuse('NO_MOVEMENT_CONFLICT', { what: formatKey(main) });
  if (options.freeMove !== undefined) return refuse('NO_MOVEMENT_CONFLICT', { what: 'a free move' });
  return route === undefined ? ok({ noMovement: true }) : refuse('NO_MOVEMENT_CONFLICT', { what: 'a path' });
};

const aim: Test = (_state, who, { main, options, attacks, weapon, route }) => {
  if (!options.aim) return noChanges;
  if (movementRate(main) !== undefined || options.freeMove !== undefined || route !== undefined)
    return refuse('AIM_AND_MOVE');
  if (main !== 'attack') return refuseMisfit('Careful Aim', main);
  const held = handsAfterRearming(who, { ...options, draw: [], freeActions: [] });
  const drawn = options.draw[0]?.weapon;
  const named = weapon ?? attacks[0]?.weapon ?? drawn ?? held.hand ?? held.offHand ?? '';
  const found = findWeapon(who, named, isRanged);
  return found !== undefined && isRanged(found) ? ok({ aim: true }) : refuse('NOT_RANGED_WEAPON', { weapon: named });
};

/** SEG-RUL-85. */
const doubleShot: Test = (_state, who, { main, options }) => {
  if (!options.doubleShot) return noChanges;
  if (!attacking(main)) return refuseMisfit('Double Shot', main);
  if (who.sheet.masterBowman < 1) return refuse('BAD_ACTION', { problem: 'Double Shot needs a rank of Master Bowman' });
  return options.aim ? refuse('AIM_WITH_DOUBLE_SHOT') : ok({ doubleShot: true });
};

/** SEG-DRAW-2. Without a name the main hand is meant. */
const sheathe: Test = (_state, who, { main, options }) => {
  if (options.sheathe.length === 0) return noChanges;
  if (!mayRearm.includes(main)) return refuseMisfit('sheathing', main);
  const left = [who.hand, who.offHand].filter((held) => held !== undefined);
  const gone: string[] = [];
  for (const text of options.sheathe) {
    const at = text === '' ? (left.length > 0 ? 0 : -1) : left.findIndex((held) => isSameName(held, text));
    const [held] = at < 0 ? [] : left.splice(at, 1);
    if (held === undefined) return refuse('NOTHING_TO_SHEATHE', { who: ref(who.id), weapon: text });
    gone.push(held);
  }
  return ok({ sheathe: gone });
};

/** Without a name the weapon in hand is meant. */
const namedSheathe = ({ hand, offHand }: Combatant, { sheathe }: WrittenOptions): string[] =>
  sheathe.map((text) => text || (hand ?? offHand ?? ''));

const handsOf = (who: Combatant, weapon: string | undefined): number =>
  who.sheet.weapons.find(({ name }) => name === weapon)?.hands ?? 1;

/** SEG-DRAW-1. */
const draw: Test = (_state, who, { main, options }) => {
  if (options.draw.length === 0) return noChanges;
  if (!mayRearm.includes(main)) return refuseMisfit('drawing', main);
  const held = handsAfterDropping(who, { ...options, sheathe: namedSheathe(who, options) });
  const drawn: DeclarationOptions['draw'] = [];
  for (const { weapon: text, hand } of options.draw) {
    const weapon = findWeapon(who, text);
    if (weapon === undefined)
      return refuse('NO_SUCH_WEAPON', { who: ref(who.id), weapon: text, weapons: weaponNames(who) });
    if (held.main === weapon.name || held.off === weapon.name)
      return refuse('ALREADY_IN_HAND', { who: ref(who.id), weapon: weapon.name });
    const other = hand === 'main' ? held.off : held.main;
    const otherFills = other !== undefined && handsOf(who, other) === 2;
    const needsBoth = weapon.hands === 2 && (other !== undefined || who.shieldReady);
    const shieldThere = hand === 'off' && who.shieldReady;
    if (held[hand] !== undefined || otherFills || needsBoth || shieldThere)
      return refuse('HANDS_FULL', { who: ref(who.id), weapon: weapon.name });
    held[hand] = weapon.name;
    drawn.push({ weapon: weapon.name, hand });
  }
  return ok({ draw: drawn });
};

export const weaponNames = ({ sheet }: Combatant): string => listed(sheet.weapons.map(({ name }) => name)) || 'none';

/** SEG-SHIELD-1. */
const readyShield: Test = (_state, who, { main, options }) => {
  if (!options.readyShield) return noChanges;
  if (!attacking(main) && main !== 'none') return refuseMisfit('readying a shield', main);
  if (!who.sheet.hasShield) return refuse('NO_SHIELD', { who: ref(who.id) });
  return who.shieldReady ? refuse('SHIELD_READY', { who: ref(who.id) }) : ok({ readyShield: true });
};

/** SEG-POTION-1, SEG-POTION-2. */
const drink: Test = (state, who, { main, options }) => {
  if (options.drink === undefined) return noChanges;
  const { potion: text, pay } = options.drink;
  const fits = pay === 'attacks' ? attacking(main) || main === 'none' : movementRate(main) !== undefined;
  if (!fits) return refuseMisfit(phrase`drinking a potion paid with ${pay}`, main);
  const potion = who.potions.find((each) => isSameName(each, text));
  if (potion === undefined)
    return refuse('NO_POTION', { who: ref(who.id), potion: text, potions: listed(who.potions) });
  const foes = engagedFoes(state, who);
  return foes.length > 0
    ? refuse('IN_MELEE', { who: ref(who.id), foes: listing(foes.map(({ id }) => ref(id))) })
    : ok({ drink: { potion, pay } });
};

/** SEG-DEF-2. */
const defend: Test = (_state, who, { main, options }) => {
  const { defend: given } = options;
  if (given === undefined) return noChanges;
  if (main === 'cast' || main === 'move-cast') return refuse('CASTER_CANNOT_DEFEND');
  if (!attacking(main) && main !== 'none') return refuseMisfit('Defending', main);
  const held = handsAfterRearming(who, {
    ...options,
    sheathe: namedSheathe(who, options),
    draw: options.draw.map(({ weapon, hand }) => ({ weapon: findWeapon(who, weapon)?.name ?? weapon, hand })),
  });
  const weapon = heldMeleeWeapon({ ...who, hand: held.hand, offHand: held.offHand })?.weapon;
  if (weapon === undefined) return refuse('NOT_MELEE_WEAPON', { who: ref(who.id) });
  if (!Number.isInteger(given) || given < 1) return refuse('DEFEND_BAD_AMOUNT');
  const most = 5 * weapon.rank;
  return given > most
    ? refuse('DEFEND_TOO_MUCH', { who: ref(who.id), most, weapon: weapon.name })
    : ok({ defend: given });
};

/** SEG-FREE-1, SEG-FREE-3. */
const freeActions: Test = (state, who, { main, options }) => {
  const count = options.freeActions.length;
  if (count === 0) return noChanges;
  return canPayFreeActions(state, who, main, options)
    ? ok({ freeActions: options.freeActions })
    : refuse('FREE_ACTION_USED', { who: ref(who.id), count });
};

const freeMove: Test = (_state, who, { main, options }) => {
  const { freeMove: to } = options;
  if (to === undefined) return noChanges;
  if (!mayFreeMove.includes(main)) return refuseMisfit('a free move', main);
  const feet = who.pos === undefined ? 0 : feetBetween(who.pos, to);
  return feet > 5 ? refuse('FREE_MOVE_TOO_FAR', { to: formatSquare(to), feet }) : ok({ freeMove: to });
};

/** SEG-DECL-4: every option's own checks, in the order of its table. */
const tests: readonly Test[] = [
  noMovement,
  aim,
  doubleShot,
  sheathe,
  draw,
  readyShield,
  drink,
  defend,
  freeActions,
  freeMove,
];

export const requireOptions = (
  state: State,
  who: Combatant,
  written: WrittenAction,
): CheckResult<DeclarationOptions> => {
  let options = emptyOptions;
  for (const test of tests) {
    const taken = test(state, who, written);
    if (!taken.ok) return taken;
    options = { ...options, ...taken.value };
  }
  return ok(options);
};

/** SEG-DEF-7: nothing goes with desperate defense. */
export const hasOptions = ({ options }: WrittenAction): boolean =>
  options.noMovement ||
  options.aim ||
  options.doubleShot ||
  options.readyShield ||
  options.sheathe.length + options.draw.length + options.freeActions.length > 0 ||
  options.drink !== undefined ||
  options.defend !== undefined ||
  options.freeMove !== undefined;
