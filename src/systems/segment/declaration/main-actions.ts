import { z } from 'zod';
import {
  count,
  isSameName,
  listed,
  listing,
  ok,
  phrase,
  ref,
  refuse,
  type Text,
  term,
  worded,
} from '../../../core/message.ts';
import { formatSquare } from '../../../rules/grid/square.ts';
import { combatantParam, flagParam, oneOfParam, textParam } from '../../../rules/verb.ts';
import { findCastableSpell, spellBudget } from '../casting.ts';
import { refuseAction, requireTarget } from '../checks.ts';
import { weaponsInReach } from '../dropped-weapons.ts';
import { engagedFoes, feetBetween, isWithinFeet } from '../engagement.ts';
import { handsAfterDropping, handsAfterRearming } from '../equipment.ts';
import { movementRate } from '../movement.ts';
import { type Pace, paces } from '../settings.ts';
import { missileKinds } from '../sheet.ts';
import {
  type CheckResult,
  type Combatant,
  type Declaration,
  type DeclarationOptions,
  findByName,
  findWeapon,
  formatKey,
  heldMeleeWeapon,
  isRanged,
  type MainAction,
  type State,
} from '../state.ts';
import { attackingActions, canPayFreeActions } from './kept-attacks.ts';
import {
  attacksParam,
  defaultDeclarationOptions,
  optionsParam,
  pathParam,
  type WrittenAttack,
  type WrittenOptions,
} from './text.ts';

export const declareParams = z.strictObject({
  action: textParam('attack, move-attack, attack-move, run-attack, move, withdraw, cast, full-defense …', 40),
  target: combatantParam('Who to attack, cast on or treat').optional(),
  weapon: textParam('The weapon; default: the one in hand', 100).optional(),
  attacks: attacksParam.optional(),
  options: optionsParam.optional(),
  path: pathParam.optional(),
  pace: oneOfParam('How fast you move', paces).optional(),
  spell: textParam('The spell to cast or hold', 100).optional(),
  follow: combatantParam('Full defense: the foe you stay with').optional(),
  byair: flagParam('Withdraw upward, for an agile flyer').optional(),
  does: textParam('Another action, or the spell you hold, in your own words').optional(),
  missile: textParam('First aid: the missile to remove', 30).optional(),
});

export type DeclareParams = z.output<typeof declareParams>;

/** A declaration as a player typed it, with its main action parsed. */
export interface WrittenDeclaration extends Omit<DeclareParams, 'attacks' | 'options'> {
  readonly main: MainAction;
  readonly attacks: readonly WrittenAttack[];
  readonly options: WrittenOptions;
}

type WrittenAction = Pick<WrittenDeclaration, 'main' | 'attacks' | 'options' | 'weapon' | 'path'>;

type Test = (state: State, who: Combatant, written: WrittenAction) => CheckResult<Partial<DeclarationOptions>>;

const isAttacking = (main: MainAction): boolean => attackingActions.includes(main);

const refuseMisfit = (option: Text, main: MainAction) =>
  refuseAction(phrase`${option} cannot be combined with ${formatKey(main)}; leave one of the two out`);

const mayStandStill: readonly MainAction[] = ['attack', 'cast', 'hold', 'pick-up', 'first-aid', 'other', 'none'];

const mayFreeMove: readonly MainAction[] = [...mayStandStill, 'full-defense'];

const mayRearm: readonly MainAction[] = ['attack', 'move-attack', 'attack-move', 'run-attack', 'full-defense', 'none'];

/** Checks the option `no movement`. SEG-NOMOVE-3. */
const noMovement: Test = (_state, _who, { main, options, path }) => {
  if (!mayStandStill.includes(main)) return refuse('NO_MOVEMENT_CONFLICT', { what: formatKey(main) });
  if (options.freeMove !== undefined) return refuse('NO_MOVEMENT_CONFLICT', { what: term('a free move') });
  return path === undefined ? ok({ noMovement: true }) : refuse('NO_MOVEMENT_CONFLICT', { what: term('a path') });
};

const aim: Test = (_state, who, { main, options, attacks, weapon, path }) => {
  if (movementRate(main) !== undefined || options.freeMove !== undefined || path !== undefined)
    return refuse('AIM_AND_MOVE');
  if (main !== 'attack') return refuseMisfit(term('Careful Aim'), main);
  const held = handsAfterRearming(who, { ...options, draw: [], freeActions: [] });
  const drawn = options.draw[0]?.weapon;
  const named = weapon ?? attacks[0]?.weapon ?? drawn ?? held.hand ?? held.offHand ?? '';
  const found = findWeapon(who, named, isRanged);
  return found !== undefined && isRanged(found) ? ok({ aim: true }) : refuse('NOT_RANGED_WEAPON', { weapon: named });
};

/** Checks the option Double Shot. SEG-RUL-85. */
const doubleShot: Test = (_state, who, { main, options }) => {
  if (!isAttacking(main)) return refuseMisfit(term('Double Shot'), main);
  if (who.sheet.masterBowman < 1) return refuseAction('Double Shot needs a rank of Master Bowman');
  return options.aim ? refuse('AIM_WITH_DOUBLE_SHOT') : ok({ doubleShot: true });
};

/** Checks the weapons to sheathe; an empty name means the weapon in hand. SEG-DRAW-2. */
const sheathe: Test = (_state, who, { main, options }) => {
  if (!mayRearm.includes(main)) return refuseMisfit(term('sheathing'), main);
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

/** The names of weapons to sheathe; an empty name becomes the weapon in hand. */
const namedSheathe = ({ hand, offHand }: Combatant, { sheathe }: WrittenOptions): string[] =>
  sheathe.map((text) => text || (hand ?? offHand ?? ''));

const handsOf = (who: Combatant, weapon: string | undefined): number =>
  who.sheet.weapons.find(({ name }) => name === weapon)?.hands ?? 1;

/** Checks the weapons to draw, which need free hands. SEG-DRAW-1. */
const draw: Test = (_state, who, { main, options }) => {
  if (!mayRearm.includes(main)) return refuseMisfit(term('drawing'), main);
  const held = handsAfterDropping(who, { ...options, sheathe: namedSheathe(who, options) });
  const drawn: DeclarationOptions['draw'] = [];
  for (const { weapon: text, hand } of options.draw) {
    const weapon = findWeapon(who, text);
    if (weapon === undefined)
      return refuse('NO_SUCH_WEAPON', { who: ref(who.id), weapon: text, weapons: weaponNames(who) });
    if (held.main === weapon.name || held.off === weapon.name)
      return refuse('ALREADY_IN_HAND', { who: ref(who.id), weapon: weapon.name });
    if (who.atFeet.includes(weapon.name))
      return refuseAction(phrase`${term(weapon.name)} lies on the ground; pick it up with pick-up`);
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

export const weaponNames = ({ sheet }: Combatant): Text =>
  listed(sheet.weapons.map(({ name }) => worded(name))) || term('none');

/** Checks the option to ready a shield. SEG-SHIELD-1. */
const readyShield: Test = (_state, who, { main }) => {
  if (!isAttacking(main) && main !== 'none') return refuseMisfit(term('readying a shield'), main);
  if (!who.sheet.hasShield) return refuse('NO_SHIELD', { who: ref(who.id) });
  return who.shieldReady ? refuse('SHIELD_READY', { who: ref(who.id) }) : ok({ readyShield: true });
};

/** Checks the option to drink a potion. SEG-POTION-1, SEG-POTION-2. */
const drink: Test = (state, who, { main, options }) => {
  if (options.drink === undefined) return ok({});
  const { potion: text, pay } = options.drink;
  const fits = pay === 'attacks' ? isAttacking(main) || main === 'none' : movementRate(main) !== undefined;
  if (!fits) return refuseMisfit(phrase`drinking a potion paid with ${term(pay)}`, main);
  const potion = who.potions.find((each) => isSameName(each, text));
  if (potion === undefined)
    return refuse('NO_POTION', {
      who: ref(who.id),
      potion: text,
      potions: listed(who.potions.map((each) => worded(each))),
    });
  const foes = engagedFoes(state, who);
  return foes.length > 0
    ? refuse('IN_MELEE', { who: ref(who.id), foes: listing(foes.map(({ id }) => ref(id))) })
    : ok({ drink: { potion, pay } });
};

/** Checks the option to defend partially: how much strike chance (SC) the combatant gives up. SEG-DEF-2. */
const defend: Test = (_state, who, { main, options }) => {
  const { defend: given } = options;
  if (given === undefined) return ok({});
  if (main === 'cast' || main === 'move-cast') return refuse('CASTER_CANNOT_DEFEND');
  if (!isAttacking(main) && main !== 'none') return refuseMisfit(term('Defending'), main);
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

/** Checks free actions; all but the first cost an attack each. SEG-FREE-1, SEG-FREE-3. */
const freeActions: Test = (state, who, { main, options }) =>
  canPayFreeActions(state, who, main, options)
    ? ok({ freeActions: options.freeActions })
    : refuse('FREE_ACTION_USED', { who: ref(who.id), count: options.freeActions.length });

const freeMove: Test = (_state, who, { main, options }) => {
  const { freeMove: to } = options;
  if (to === undefined) return ok({});
  if (!mayFreeMove.includes(main)) return refuseMisfit(term('a free move'), main);
  const feet = who.pos === undefined ? 0 : feetBetween(who.pos, to);
  return feet > 5
    ? refuse('FREE_MOVE_TOO_FAR', { to: formatSquare(to), feet: count(feet, 'foot', 'feet') })
    : ok({ freeMove: to });
};

/** The checks of all options, in the order of the rulebook’s table. SEG-DECL-4. */
const tests = { noMovement, aim, doubleShot, sheathe, draw, readyShield, drink, defend, freeActions, freeMove };

const isGiven = (option: unknown): boolean => (Array.isArray(option) ? option.length > 0 : (option ?? false) !== false);

export const requireOptions = (state: State, who: Combatant, written: WrittenAction) => {
  let options = defaultDeclarationOptions;
  for (const [key, test] of Object.entries(tests)) {
    if (!isGiven(written.options[key as keyof typeof tests])) continue;
    const taken = test(state, who, written);
    if (!taken.ok) return taken;
    options = { ...options, ...taken.value };
  }
  return ok(options);
};

/** The parts of a declaration that only some main actions have. */
export type ActionDetails = Partial<Declaration>;

/** Requires a pace that the battle allows. SEG-RUL-56. */
const requirePace = ({ settings }: State, pace: Pace | undefined): CheckResult<ActionDetails> => {
  const wanted = pace ?? 'walk';
  return paces.indexOf(wanted) > paces.indexOf(settings.maxPace)
    ? refuseAction(phrase`${formatKey(wanted)} is faster than this battle allows; choose a slower pace`)
    : ok({ pace: wanted });
};

/** Requires a spell that the combatant can cast and pay for. Refuses with UNKNOWN_SPELL or NO_ENERGY. */
const requireSpell = (who: Combatant, name: string | undefined): CheckResult<{ readonly spell: string }> => {
  const spell = findCastableSpell(who, name ?? '');
  if (spell === undefined) {
    const spells = listed(who.sheet.spells.map((each) => worded(each.name)));
    return refuse('UNKNOWN_SPELL', { who: ref(who.id), spell: name, spells });
  }
  const { enough, left, cost } = spellBudget(who, spell);
  return enough ? ok({ spell: spell.name }) : refuse('NO_ENERGY', { who: ref(who.id), spell: spell.name, left, cost });
};

/** Checks the spell and its target. A spell from the last round already has a target. SEG-CAST-1, SEG-CAST-6. */
const requireCast = (state: State, who: Combatant, draft: WrittenDeclaration): CheckResult<ActionDetails> => {
  const spell = requireSpell(who, draft.spell);
  if (!spell.ok) return spell;
  const carried = who.carried?.spell === spell.value.spell && draft.main === 'cast';
  const named = draft.target ?? (carried ? who.carried?.target : undefined);
  if (named === undefined) return ok({ ...spell.value, carried });
  const target = requireTarget(state, named);
  if (!target.ok) return target;
  const { id, life } = target.value;
  return life === 'up'
    ? ok({ ...spell.value, target: id, carried })
    : refuse('TARGET_DOWN', { target: ref(id), life: term(life) });
};

/** Checks the weapon to pick up; default: the first at the combatant’s feet. SEG-PICK-1. */
const requirePickUp = (state: State, who: Combatant, draft: WrittenDeclaration): CheckResult<ActionDetails> => {
  const { weapon, attacks } = draft;
  const named = weapon ?? attacks[0]?.weapon;
  const there = weaponsInReach(state, who).map((each) => each.weapon);
  const found = named === undefined ? there[0] : there.find((each) => isSameName(each, named));
  if (found === undefined) return refuse('NO_DROPPED_WEAPON', { who: ref(who.id), there: listed(there) });
  return attacks.length > 1
    ? refuse('TOO_MANY_ATTACKS', { who: ref(who.id), kept: count(1, 'attack'), listed: attacks.length })
    : ok({ weapon: found });
};

const requireFirstAid = (state: State, who: Combatant, draft: WrittenDeclaration): CheckResult<ActionDetails> => {
  const patient = requireTarget(state, draft.target ?? who.id);
  if (!patient.ok) return patient;
  const { id, stuck } = patient.value;
  if (id !== who.id && !isWithinFeet(state, who, patient.value, 5))
    return refuse('NO_SUCH_TARGET', { patient: ref(id) });
  const wanted = draft.missile;
  const kind = wanted === undefined ? stuck[0]?.kind : missileKinds.find((each) => isSameName(each, wanted));
  return kind !== undefined && stuck.some((each) => each.kind === kind)
    ? ok({ target: id, missile: kind })
    : refuse('NO_STUCK_MISSILE', { patient: ref(id) });
};

const requireNotEngaged = (state: State, who: Combatant): CheckResult<ActionDetails> => {
  const foes = engagedFoes(state, who).map(({ id }) => ref(id));
  return foes.length > 0 ? refuse('ENGAGED', { who: ref(who.id), foes: listing(foes) }) : ok({});
};

const requireHold = (state: State, who: Combatant, { spell: name, target }: WrittenDeclaration) => {
  if (name === undefined)
    return state.settings.holdAny ? ok({}) : refuseAction('only a spell can be held; name a spell');
  const spell = requireSpell(who, name);
  if (!spell.ok) return spell;
  return ok({ ...spell.value, target: findByName(state, target ?? '')?.id });
};

const requireFullDefense = (state: State, { attacks, follow }: WrittenDeclaration): CheckResult<ActionDetails> => {
  if (attacks.length > 0) return refuse('CANNOT_ATTACK');
  // SEG-DEF-6, SEG-RUL-71.
  if (follow === undefined) return ok({});
  const foe = requireTarget(state, follow);
  return foe.ok ? ok({ follow: foe.value.id }) : foe;
};

type ActionCheck = (state: State, who: Combatant, draft: WrittenDeclaration) => CheckResult<ActionDetails>;

/** What each main action requires. Section 6.1 of RULES.md. */
const actionChecks: Partial<Record<MainAction, ActionCheck>> = {
  // SEG-MOVE-7.
  move: (state, who, { pace }) => {
    const free = requireNotEngaged(state, who);
    return free.ok ? requirePace(state, pace) : free;
  },
  dodge: (state, who, { path }) => (path === undefined ? ok({}) : requireNotEngaged(state, who)),
  withdraw: (state, who, { pace }) =>
    engagedFoes(state, who).length === 0 ? refuse('NOT_ENGAGED', { who: ref(who.id) }) : requirePace(state, pace),
  cast: requireCast,
  // SEG-CAST-11, SEG-RUL-52.
  'move-cast': (state, who, draft) =>
    state.settings.allowMoveCast
      ? requireCast(state, who, draft)
      : refuseAction('this battle does not allow moving and casting in one round'),
  // SEG-HOLD-1, SEG-HOLD-2, SEG-RUL-53.
  hold: requireHold,
  'full-defense': (state, _who, draft) => requireFullDefense(state, draft),
  'desperate-defense': (_state, _who, draft) =>
    Object.values(draft.options).some(isGiven) ||
    draft.attacks.length > 0 ||
    draft.path !== undefined ||
    draft.follow !== undefined
      ? refuse('DESPERATE_ONLY')
      : ok({}),
  'pick-up': requirePickUp,
  'first-aid': requireFirstAid,
};

/** Checks what the main action of a declaration needs. */
export const requireActionDetails: ActionCheck = (state, who, draft) =>
  actionChecks[draft.main]?.(state, who, draft) ?? ok({});
