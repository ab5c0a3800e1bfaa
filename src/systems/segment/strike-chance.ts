import { phrase } from '../../core/language.ts';
import { effectSum } from '../../rules/effects.ts';
import { strikeChanceGivenUp } from './defense.ts';
import { engagedFoes, isEngaged, isWithinFeet } from './engagement.ts';
import { proneParts } from './prone.ts';
import type { Weapon } from './sheet.ts';
import {
  areHostile,
  type Combatant,
  type Hand,
  isAble,
  isRanged,
  type State,
  type SumPart,
  weaponOf,
} from './state.ts';
import { doubleShotModifier } from './table-rows.ts';

/** One attack as it is about to be rolled. */
export interface AttackSetup {
  readonly attacker: Combatant;
  readonly target: Combatant;
  readonly weapon: Weapon;
  readonly hand: Hand;
  /** A free attack on a withdrawer. */
  readonly free: boolean;
}

const penalties = { fail: [40, 20], '2x': [20, 10], '1x': [10, 5] } as const;

/** SEG-MELEE-1: is the foe hidden from this one? */
export const cannotSee = (who: Combatant, foe: Combatant): boolean => foe.invisible && !who.sheet.targetingSense;

/** SEG-MELEE-1, SEG-RUL-63: what not seeing the foe takes off SC and DEF; without a check, the whole of it. */
export const unseenPenalty = (who: Combatant, foe: Combatant): readonly [number, number] =>
  cannotSee(who, foe) ? penalties[who.unseen[foe.id] ?? 'fail'] : [0, 0];

const byLight = { normal: 0, starry: 10, cloudy: 20, unlit: 40, 'pitch-black': 60 } as const;

/** SEG-MELEE-4: for those who rely on sight. */
const lightPenalty = ({ lighting }: State, { sheet }: Combatant): number =>
  sheet.targetingSense || sheet.seesIn.includes(lighting) ? 0 : byLight[lighting];

/** SEG-AMB-3, SEG-AMB-5: the level this attacker profits from, if the ambush is on. */
export const ambushLevelAgainst = (state: State, attacker: Combatant, target: Combatant): number | undefined =>
  state.ambushRound && state.ambushers.includes(attacker.id) ? target.ambushLevel : undefined;

/** SEG-SURP-1, SEG-SURP-4, SEG-RUL-40, SEG-AMB-7, SEG-RUL-41: the surprise that counts for this attack. */
export const surpriseFor = (state: State, attacker: Combatant, target: Combatant): 'in' | 'out' | undefined => {
  if (ambushLevelAgainst(state, attacker, target) !== undefined) return undefined;
  const kind = state.surprises.find((each) => each.attacker === attacker.id && each.target === target.id)?.kind;
  return kind === 'out' && target.alert ? 'in' : kind;
};

/** SEG-MELEE-8, SEG-RUL-66: how many attackers one creature counts for; an odd tentacle adds nothing. */
const countsFor = (attacker: Combatant, target: Combatant): number => {
  if (attacker.sheet.tentacles === 0) return 1;
  const listed = attacker.initiatives.filter(
    (slot) => slot.kind === 'attack' && slot.use === 'melee' && slot.target === target.id && slot.status !== 'lost',
  ).length;
  return Math.max(1, Math.floor(Math.min(listed, attacker.sheet.tentacles) / 2));
};

/** SEG-MELEE-2, SEG-RUL-65: able, in reach, with a melee attack on the target made or still to come. */
const alsoAttacks = (state: State, who: Combatant, target: Combatant): boolean => {
  if (!isAble(who) || !areHostile(who, target)) return false;
  if (state.settings.multiCount === 'engaged') return isEngaged(state, who, target);
  return who.initiatives.some(
    ({ kind, use, target: on, status, weapon }) =>
      kind === 'attack' &&
      use === 'melee' &&
      on === target.id &&
      status !== 'lost' &&
      isWithinFeet(state, who, target, weaponOf(who, weapon ?? '', 'melee')?.reach ?? 5),
  );
};

/** SEG-MELEE-2, SEG-MELEE-8, SEG-MELEE-9, SEG-RUL-67: how many attack this target in melee, this one included, and what each gains by it. */
export const countAttackers = (
  state: State,
  attacker: Combatant,
  target: Combatant,
): { readonly count: number; readonly bonus: number } => {
  const count = state.combatants
    .filter((each) => each.id === attacker.id || alsoAttacks(state, each, target))
    .reduce((sum, each) => sum + countsFor(each, target), 0);
  return { count, bonus: Math.max(0, 10 * (count - 1) - target.sheet.rangeOfField) };
};

/** A part of SC; its words are made only where it counts. */
const counting = (rule: string, value: number, label: () => string): SumPart => ({
  rule,
  label: value === 0 ? '' : label(),
  value,
});

const sizes = { tiny: -10, small: -5, medium: 0, large: 5, giant: 10 } as const;

const byPace = { none: 0, walk: 0, run: -10, sprint: -20, 'fast-sprint': -30 } as const;

/** SEG-RUL-76, idleIsStationary: declared no movement at all, and does not dodge. */
const idle = ({ pace, declaration, dodging }: Combatant): boolean =>
  pace === 'none' &&
  !dodging &&
  declaration?.options.freeMove === undefined &&
  declaration?.route === undefined &&
  declaration?.follow === undefined;

/** SEG-RANGED-1, SEG-RANGED-2, SEG-NOMOVE-5: the one row that counts. */
const movementPart = (state: State, target: Combatant): SumPart => {
  const still =
    target.noMovement ||
    target.aiming !== undefined ||
    target.stunned ||
    (state.settings.idleIsStationary && idle(target));
  if (still && !target.mountedMoving) return { rule: 'SEG-RANGED-2', label: 'target stationary', value: 10 };
  return counting('SEG-RANGED-1', byPace[target.pace], () => phrase`target’s pace: ${target.pace.replace('-', ' ')}`);
};

/** SEG-RANGED-5, SEG-RUL-79: for the attack or for the target; hard beats soft. */
const coverPart = (state: State, attacker: Combatant, target: Combatant): SumPart => {
  const kinds = state.covers
    .filter((each) => each.target === target.id && (each.from === undefined || each.from === attacker.id))
    .map(({ kind }) => kind);
  const kind = kinds.includes('hard') ? 'hard' : kinds[0];
  return counting('SEG-RANGED-5', kind === 'hard' ? -20 : kind === 'soft' ? -10 : 0, () => phrase`${kind} cover`);
};

/** SEG-RANGED-7, by specialization; SEG-RUL-80: other weapons have no penalty. */
const inMelee = {
  'hand-crossbow': [-10, -5, 0],
  crossbow: [-20, -15, -10],
  bow: [-30, -20, -10],
  none: [0, 0, 0],
} as const;

/** SEG-AIM-1, SEG-AIM-2, SEG-RUL-81, SEG-AIM-5, SEG-RUL-84: does the aim help this attack? */
const aimHelps = (state: State, attacker: Combatant, target: Combatant, weapon: Weapon): boolean => {
  const fits = (aim: { readonly weapon: string; readonly target: string } | undefined) =>
    aim?.weapon === weapon.name && aim.target === target.id;
  const shot = attacker.initiatives.filter(({ status }) => status === 'done');
  if (fits(attacker.aiming))
    return state.settings.aimApplies === 'all' || !shot.some((slot) => slot.weapon === weapon.name);
  const { aimCarried, declaration } = attacker;
  return (
    fits(aimCarried) &&
    (aimCarried?.round ?? state.round) < state.round &&
    declaration?.main === 'attack' &&
    declaration.options.freeMove === undefined &&
    !attacker.freeMoveUsed &&
    shot.length === 0
  );
};

/** SEG-RANGED-9: what touches ranged attacks alone. */
const rangedParts = (state: State, { attacker, target, weapon }: AttackSetup): readonly SumPart[] => [
  movementPart(state, target),
  // SEG-STUN-4: the stunned do not dodge.
  { rule: 'SEG-RANGED-3', label: 'target dodging', value: target.dodging && !target.stunned ? -20 : 0 },
  { rule: 'SEG-RANGED-4', label: 'moving mount', value: target.mountedMoving ? -10 : 0 },
  coverPart(state, attacker, target),
  counting('SEG-RANGED-6', sizes[target.sheet.size], () => phrase`${target.sheet.size} target`),
  counting(
    'SEG-RANGED-7',
    engagedFoes(state, attacker).length > 0 ? inMelee[weapon.group][weapon.specialization] : 0,
    () => phrase`${weapon.name} used in melee`,
  ),
  {
    rule: 'SEG-TABLE-4',
    label: 'Double Shot',
    value: attacker.declaration?.options.doubleShot ? doubleShotModifier(state, attacker.sheet.masterBowman) : 0,
  },
  { rule: 'SEG-AIM-1', label: 'careful aim', value: aimHelps(state, attacker, target, weapon) ? 15 : 0 },
];

/** SEG-RUL-83: melee attackers of the aimer gain by the aim too. */
const meleeParts = (state: State, { attacker, target }: AttackSetup): readonly SumPart[] => {
  const { count, bonus } = countAttackers(state, attacker, target);
  return [
    counting('SEG-MELEE-2', bonus, () => phrase`${count} attackers`),
    { rule: 'SEG-AIM-4', label: 'target aiming', value: target.aiming === undefined ? 0 : 10 },
    counting(
      'SEG-RUL-78',
      state.settings.sizeInMelee ? sizes[target.sheet.size] : 0,
      () => phrase`${target.sheet.size} target`,
    ),
  ];
};

/** SEG-MELEE-10, SEG-RUL-64: the worse of darkness and not seeing, or both by setting. */
const sightParts = (state: State, attacker: Combatant, target: Combatant): readonly SumPart[] => {
  const [unseen] = unseenPenalty(attacker, target);
  const dark = lightPenalty(state, attacker);
  const both = state.settings.stackLight;
  return [
    { rule: 'SEG-MELEE-1', label: 'foe unseen', value: both || unseen >= dark ? -unseen : 0 },
    counting('SEG-MELEE-4', both || dark > unseen ? -dark : 0, () => phrase`light: ${state.lighting}`),
  ];
};

/** SEG-HIT-2, SEG-GEN-5, section 7.1: modified SC with its parts, which add up. `wound` is the attacker's modifier now. */
export const strikeChance = (
  state: State,
  blow: AttackSetup,
  wound: number,
): { readonly sc: number; readonly parts: readonly SumPart[] } => {
  const { attacker, target, weapon, hand } = blow;
  const level = ambushLevelAgainst(state, attacker, target) ?? 0;
  const surprise = surpriseFor(state, attacker, target);
  const parts: SumPart[] = [{ rule: 'SEG-HIT-2', label: weapon.name, value: weapon.sc }];
  const add = (rule: string, label: string, value: number) => {
    if (value !== 0) parts.push({ rule, label, value });
  };
  add('SEG-WOUND-1', 'wounds', wound);
  add('SEG-COMBO-11', 'run and attack', attacker.declaration?.main === 'run-attack' ? -25 : 0);
  add('SEG-DEF-1', 'Defending', -strikeChanceGivenUp(attacker));
  add('SEG-SURP-2', 'surprise in combat', surprise === 'in' ? 10 : 0);
  add('SEG-SURP-3', 'surprise out of combat', surprise === 'out' ? 25 : 0);
  if (level > 2) add('SEG-AMB-3', phrase`ambush, level ${level}`, (level - 2) * 10);
  // SEG-MELEE-11, SEG-RUL-68: these bind melee and ranged attacks alike.
  for (const { rule, label, value } of sightParts(state, attacker, target)) add(rule, label, value);
  add('SEG-MELEE-5', 'encumbered', attacker.encumbered ? -10 : 0);
  add('SEG-MELEE-6', 'off hand', hand === 'off' && !attacker.sheet.ambidextrous ? -20 : 0);
  add('SEG-MELEE-3', 'target stunned', target.stunned ? 10 : 0);
  for (const each of isRanged(weapon) ? rangedParts(state, blow) : meleeParts(state, blow))
    add(each.rule, each.label, each.value);
  for (const { rule, label, value } of proneParts(state, attacker, target, isRanged(weapon))) add(rule, label, value);
  for (const { who, on, amount, reason } of state.adHocs)
    if (who === attacker.id && on === 'attack') add('SEG-GEN-7', reason, amount);
  add('SEG-GEN-7', 'effects', effectSum(state.effects, attacker.id, 'sc'));
  return { sc: parts.reduce((sum, { value }) => sum + value, 0), parts };
};
