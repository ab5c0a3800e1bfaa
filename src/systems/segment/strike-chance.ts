import { asName, count, say, term } from '../../core/message.ts';
import { effectSum } from '../../rules/effects.ts';
import { type SumRow, step } from '../../rules/event.ts';
import { engagedFoes, isEngaged, isWithinFeet } from './engagement.ts';
import type { Weapon } from './sheet.ts';
import {
  areHostile,
  type Combatant,
  type Declaration,
  formatKey,
  gmModifierParts,
  type Hand,
  isAble,
  isRanged,
  nonZeroParts,
  type State,
  type SumPart,
  sumOfParts,
  sumPart,
  weaponOf,
} from './state.ts';
import { doubleShotModifier, stuckMissileModifier } from './tables.ts';
import { currentWound } from './wounds.ts';

export const hitOutcomes = ['miss', 'hit', 'critical', 'grievous'] as const;

/** Each row: lowest number needed to hit, highest grievous roll, highest critical roll. SEG-CRIT-1, SEG-RUL-23. */
const criticalRows = [
  [130, 7, 20],
  [124, 6, 19],
  [117, 6, 18],
  [110, 6, 17],
  [104, 5, 16],
  [97, 5, 15],
  [90, 5, 14],
  [84, 4, 13],
  [77, 4, 12],
  [70, 4, 11],
  [64, 3, 10],
  [57, 3, 9],
  [50, 3, 8],
  [44, 2, 7],
  [37, 2, 6],
  [29, 2, 5],
  [24, 1, 4],
  [17, 1, 3],
  [10, 1, 2],
  [1, 0, 1],
] as const;

interface Thresholds {
  readonly grievousMax: number;
  readonly criticalMax: number;
}

export const criticalThresholds = (need: number): Thresholds => {
  const [, grievousMax, criticalMax] = criticalRows.find(([from]) => need >= from) ?? [0, 0, 0];
  return { grievousMax, criticalMax };
};

/** The outcome of an attack roll; 96–100 and 1–3 decide before the table does. SEG-AUTO-5, SEG-RUL-22. */
export const readAttackRoll = (
  roll: number,
  need: number,
  { grievousMax, criticalMax }: Thresholds = criticalThresholds(need),
): (typeof hitOutcomes)[number] => {
  // SEG-AUTO-1, SEG-AUTO-4, SEG-AUTO-3, SEG-AUTO-2.
  if (roll >= 96) return 'miss';
  if (roll === 1) return 'grievous';
  if (roll === 2) return 2 <= grievousMax ? 'grievous' : 'critical';
  if (roll === 3) return 3 <= grievousMax ? 'grievous' : 3 <= criticalMax ? 'critical' : 'hit';
  if (roll > need) return 'miss';
  return roll <= grievousMax ? 'grievous' : roll <= criticalMax ? 'critical' : 'hit';
};

/** An attack, with all that its chances depend on. */
export interface AttackSetup {
  readonly attacker: Combatant;
  readonly target: Combatant;
  readonly weapon: Weapon;
  readonly hand: Hand;
  /** True for a free attack on a combatant that withdraws. */
  readonly free: boolean;
}

const unseenPenalties = { fail: [40, 20], '2x': [20, 10], '1x': [10, 5] } as const;

/** What the GM has named for this attacker’s next attack on the target. SEG-SURP-1, SEG-SURP-6. */
const surprisesOf = ({ surprises }: State, attacker: Combatant, target: Combatant) =>
  surprises.filter((each) => each.attacker === attacker.id && each.target === target.id).map(({ kind }) => kind);

/** True if this combatant cannot see the foe, or only its next attack. SEG-MELEE-1, SEG-SURP-6. */
export const cannotSee = (state: State, who: Combatant, foe: Combatant): boolean =>
  !who.sheet.targetingSense && (foe.invisible || surprisesOf(state, foe, who).includes('unseen'));

/** Penalties to SC and DEF against an unseen foe; a PER check that locates it lowers them. SEG-MELEE-1, SEG-RUL-63. */
const unseenPenalty = (state: State, who: Combatant, foe: Combatant): readonly [number, number] =>
  cannotSee(state, who, foe) ? unseenPenalties[who.unseen[foe.id] ?? 'fail'] : [0, 0];

const penaltyByLight = { normal: 0, starry: 10, cloudy: 20, unlit: 40, 'pitch-black': 60 } as const;

/** SC penalty of darkness; 0 for combatants that do not need light. SEG-MELEE-4. */
const lightPenalty = ({ lighting }: State, { sheet }: Combatant): number =>
  sheet.targetingSense || sheet.seesIn.includes(lighting) ? 0 : penaltyByLight[lighting];

/** The target’s ambush level against this attacker. Undefined if the attacker did not ambush. SEG-AMB-3, SEG-AMB-5. */
export const ambushLevelAgainst = (state: State, attacker: Combatant, target: Combatant): number | undefined =>
  state.ambushRound && state.ambushers.includes(attacker.id) ? target.ambushLevel : undefined;

/** Surprise of this attack, in or out of combat, if any. SEG-SURP-1, SEG-SURP-4, SEG-AMB-7, SEG-RUL-40, SEG-RUL-41. */
const surpriseFor = (state: State, attacker: Combatant, target: Combatant): 'in' | 'out' | undefined => {
  if (ambushLevelAgainst(state, attacker, target) !== undefined) return undefined;
  const kinds = surprisesOf(state, attacker, target);
  return kinds.includes('out') && !target.alert ? 'out' : kinds.some((kind) => kind !== 'unseen') ? 'in' : undefined;
};

/** Number of attackers that one creature counts for; two tentacles count as one attacker. SEG-MELEE-8, SEG-RUL-66. */
const countAsAttackers = (attacker: Combatant, target: Combatant): number => {
  if (attacker.sheet.tentacles === 0) return 1;
  const listed = attacker.initiatives.filter(
    (slot) => slot.kind === 'attack' && slot.use === 'melee' && slot.target === target.id && slot.status !== 'lost',
  ).length;
  return Math.max(1, Math.floor(Math.min(listed, attacker.sheet.tentacles) / 2));
};

/** True if the combatant, too, attacks this target in melee this round. SEG-MELEE-2, SEG-RUL-65. */
const isAlsoAttacking = (state: State, who: Combatant, target: Combatant): boolean => {
  if (!isAble(who) || !areHostile(who, target)) return false;
  if (state.settings.multiCount === 'engaged') return isEngaged(state, who, target);
  return who.initiatives.some(
    ({ kind, use, target: on, status, weapon }) =>
      kind === 'attack' &&
      use === 'melee' &&
      on === target.id &&
      status !== 'lost' &&
      isWithinFeet(state, who, target, weaponOf(who, weapon, 'melee')?.reach ?? 5),
  );
};

/** Number of melee attackers of a target, with this attacker, and the bonus of each. SEG-MELEE-9, SEG-RUL-67. */
export const countAttackers = (state: State, attacker: Combatant, target: Combatant) => {
  const count = state.combatants
    .filter((each) => each.id === attacker.id || isAlsoAttacking(state, each, target))
    .reduce((sum, each) => sum + countAsAttackers(each, target), 0);
  return { count, bonus: Math.max(0, 10 * (count - 1) - target.sheet.rangeOfField) };
};

const bySize = { tiny: -10, small: -5, medium: 0, large: 5, giant: 10 } as const;

const byPace = { none: 0, walk: 0, run: -10, sprint: -20, 'fast-sprint': -30 } as const;

/** True if the combatant declared no movement and does not dodge. SEG-RUL-76. */
const isIdle = ({ pace, declaration, dodging }: Combatant): boolean =>
  pace === 'none' &&
  !dodging &&
  declaration?.options.freeMove === undefined &&
  declaration?.route === undefined &&
  declaration?.follow === undefined;

/** The SC modifier for the target’s movement, or for its lack of movement. SEG-RANGED-1, SEG-RANGED-2, SEG-NOMOVE-5. */
const movementPart = (state: State, target: Combatant): SumPart => {
  const still =
    target.noMovement ||
    target.aiming !== undefined ||
    target.stunned ||
    (state.settings.idleIsStationary && isIdle(target));
  if (still && !target.mountedMoving) return sumPart('SEG-RANGED-2', 'target stationary', 10);
  return sumPart('SEG-RANGED-1', say`target’s pace: ${formatKey(target.pace)}`, byPace[target.pace]);
};

/** SC modifier for the target’s cover from this attacker; hard cover counts before soft. SEG-RANGED-5, SEG-RUL-79. */
const coverPart = (state: State, attacker: Combatant, target: Combatant): SumPart => {
  const kinds = state.covers
    .filter((each) => each.target === target.id && (each.from === undefined || each.from === attacker.id))
    .map(({ kind }) => kind);
  const kind = kinds.includes('hard') ? 'hard' : (kinds[0] ?? 'no');
  return sumPart('SEG-RANGED-5', say`${term(kind)} cover`, { hard: -20, soft: -10, no: 0 }[kind]);
};

/** SC penalty for shooting while in melee, by kind of bow and specialization. SEG-RANGED-7, SEG-RUL-80. */
const shotInMeleePenalties = {
  'hand-crossbow': [-10, -5, 0],
  crossbow: [-20, -15, -10],
  bow: [-30, -20, -10],
  none: [0, 0, 0],
} as const;

/** True if Careful Aim in this or the last round helps this attack. SEG-AIM-2, SEG-AIM-5, SEG-RUL-81, SEG-RUL-84. */
const hasAimBonus = (state: State, attacker: Combatant, target: Combatant, weapon: Weapon): boolean => {
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

/** SC modifiers that only ranged attacks have. SEG-RANGED-9. */
const rangedParts = (state: State, { attacker, target, weapon }: AttackSetup): readonly SumPart[] => [
  movementPart(state, target),
  // Stunned combatants do not dodge. SEG-STUN-4.
  sumPart('SEG-RANGED-3', 'target dodging', target.dodging && !target.stunned ? -20 : 0),
  sumPart('SEG-RANGED-4', 'moving mount', target.mountedMoving ? -10 : 0),
  coverPart(state, attacker, target),
  sumPart('SEG-RANGED-6', say`${term(target.sheet.size)} target`, bySize[target.sheet.size]),
  sumPart(
    'SEG-RANGED-7',
    say`${term(weapon.name)} used in melee`,
    engagedFoes(state, attacker).length > 0 ? shotInMeleePenalties[weapon.group][weapon.specialization] : 0,
  ),
  sumPart(
    'SEG-TABLE-4',
    'Double Shot',
    attacker.declaration?.options.doubleShot ? doubleShotModifier(state, attacker.sheet.masterBowman) : 0,
  ),
  sumPart('SEG-AIM-1', 'careful aim', hasAimBonus(state, attacker, target, weapon) ? 15 : 0),
];

/** SC modifiers that only melee attacks have; a target that is aiming is easier to hit. SEG-RUL-83. */
const meleeParts = (state: State, { attacker, target }: AttackSetup): readonly SumPart[] => {
  const { count: many, bonus } = countAttackers(state, attacker, target);
  return [
    sumPart('SEG-MELEE-2', count(many, 'attacker'), bonus),
    sumPart('SEG-AIM-4', 'target aiming', target.aiming === undefined ? 0 : 10),
    sumPart(
      'SEG-RUL-78',
      say`${term(target.sheet.size)} target`,
      state.settings.sizeInMelee ? bySize[target.sheet.size] : 0,
    ),
  ];
};

/** SC penalties for darkness and for an unseen foe: the worse, or both if settings say so. SEG-MELEE-10, SEG-RUL-64. */
const sightParts = (state: State, attacker: Combatant, target: Combatant): readonly SumPart[] => {
  const [unseen] = unseenPenalty(state, attacker, target);
  const dark = lightPenalty(state, attacker);
  const both = state.settings.stackLight;
  return [
    sumPart('SEG-MELEE-1', 'foe unseen', both || unseen >= dark ? -unseen : 0),
    sumPart('SEG-MELEE-4', say`light: ${formatKey(state.lighting)}`, both || dark > unseen ? -dark : 0),
  ];
};

/** Calculates the strike chance (SC) of an attack, with its parts. Section 7.1 of RULES.md. SEG-HIT-2, SEG-GEN-5. */
export const strikeChance = (state: State, attack: AttackSetup) => {
  const { attacker, target, weapon, hand } = attack;
  const level = ambushLevelAgainst(state, attacker, target) ?? 0;
  const surprise = surpriseFor(state, attacker, target);
  const parts = [
    sumPart('SEG-HIT-2', asName(weapon.name), weapon.sc),
    ...nonZeroParts(
      sumPart('SEG-WOUND-1', 'wounds', currentWound(state, attacker).modifier),
      sumPart('SEG-COMBO-11', 'run and attack', attacker.declaration?.main === 'run-attack' ? -25 : 0),
      // Defending lowers the SC of free attacks too.
      sumPart('SEG-DEF-1', 'Defending', attacker.defending?.kind === 'partial' ? -attacker.defending.scLoss : 0),
      sumPart('SEG-SURP-2', 'surprise in combat', surprise === 'in' ? 10 : 0),
      sumPart('SEG-SURP-3', 'surprise out of combat', surprise === 'out' ? 25 : 0),
      sumPart('SEG-AMB-3', say`ambush, level ${level}`, level > 2 ? (level - 2) * 10 : 0),
      // These apply to melee and ranged attacks. SEG-MELEE-11, SEG-RUL-68.
      ...sightParts(state, attacker, target),
      sumPart('SEG-MELEE-5', 'encumbered', attacker.encumbered ? -10 : 0),
      sumPart('SEG-MELEE-6', 'off hand', hand === 'off' && !attacker.sheet.ambidextrous ? -20 : 0),
      sumPart('SEG-MELEE-3', 'target stunned', target.stunned ? 10 : 0),
      ...(isRanged(weapon) ? rangedParts(state, attack) : meleeParts(state, attack)),
      ...proneParts(state, attack),
      ...gmModifierParts(state, attacker, 'attack'),
      sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, attacker.id, 'sc')),
    ),
  ];
  return { sc: sumOfParts(parts), parts };
};

/** SC modifiers for lying prone, by setting. SEG-RUL-93. */
const proneParts = ({ settings: { prone } }: State, { attacker, target, weapon }: AttackSetup): readonly SumPart[] => {
  const ranged = isRanged(weapon);
  if (prone === 'off' || (ranged && prone === 'melee')) return [];
  return [
    sumPart('SEG-RUL-93', 'attacker prone', attacker.prone && !ranged ? -10 : 0),
    sumPart('SEG-RUL-93', 'target prone', target.prone ? (ranged ? -10 : 10) : 0),
  ];
};

/** Log rows with the effects of lying prone. Empty if the settings give it no effects. SEG-RUL-93. */
export const proneRows = ({ settings: { prone } }: State): readonly SumRow[] =>
  prone === 'off'
    ? []
    : [
        [
          step('SEG-RUL-93', 'melee attacks on it +10'),
          step('SEG-RUL-93', 'its own melee attacks −10'),
          ...(prone === 'all' ? [step('SEG-RUL-93', 'ranged attacks on it −10')] : []),
        ],
      ];

/** The rank of the melee weapon in the main hand, or 0. SEG-DEF-10. */
export const defenseRank = (who: Combatant): number => weaponOf(who, who.hand, 'melee')?.rank ?? 0;

/** The DEF bonus of a declared defense. SEG-DEF-1, SEG-DEF-5, SEG-DEF-7. */
export const defenseBonus = (kind: 'partial' | 'full' | 'desperate', scLoss: number, rank: number): number => {
  if (kind === 'partial') return Math.floor(scLoss / 2);
  return (kind === 'full' ? 5 : 20) + Math.ceil((5 * rank) / 2);
};

/** The defense that a declaration sets for the round. Undefined if it sets no defense. SEG-DEF-3. */
export const declaredDefense = (who: Combatant, { main, options }: Declaration): Combatant['defending'] => {
  const defending = (kind: 'partial' | 'full' | 'desperate', scLoss: number) => ({
    kind,
    scLoss,
    defBonus: defenseBonus(kind, scLoss, defenseRank(who)),
  });
  if (main === 'full-defense') return defending('full', 0);
  if (main === 'desperate-defense') return defending('desperate', 0);
  return options.defend === undefined ? undefined : defending('partial', options.defend);
};

/** Parts of DEF before modifiers; casting and aiming remove some. SEG-RUL-7, SEG-CAST-8, SEG-AIM-3, SEG-RUL-82. */
const normalParts = (state: State, target: Combatant, free: boolean): readonly SumPart[] => {
  const { def } = target.sheet;
  const casting = target.casting !== undefined;
  const busy = casting || target.aiming !== undefined;
  const shield = target.shieldReady && !free;
  return nonZeroParts(
    sumPart('SEG-HIT-3', 'base', def.base),
    sumPart('SEG-HIT-3', 'DEX', busy ? 0 : def.dex),
    sumPart('SEG-PEN-3', 'stuck missiles', busy ? 0 : stuckMissileModifier(state, target, 'def')),
    sumPart('SEG-HIT-3', 'skill', busy ? 0 : def.skill),
    sumPart('SEG-HIT-3', 'shield', shield && !casting ? def.shield : 0),
    sumPart('SEG-HIT-3', 'shield alone', shield ? def.shieldAlone : 0),
    sumPart('SEG-HIT-3', 'magic', def.magic),
  );
};

/** Calculates the defense (DEF) against an attack, with its parts. SEG-HIT-3. */
export const modifiedDefense = (state: State, { attacker, target, weapon, free }: AttackSetup) => {
  const surprise = surpriseFor(state, attacker, target);
  const { defending } = target;
  // A declared defense does not count against surprise and free attacks, or while stunned. SEG-DEF-4, SEG-SURP-5, SEG-STUN-4.
  const counts = surprise === undefined && !free && !target.stunned;
  const parts = [
    ...surpriseParts(target, normalParts(state, target, free), surprise),
    // SEG-RUL-70.
    ...(defending !== undefined && counts && (state.settings.defendVsRanged || !isRanged(weapon))
      ? [
          sumPart(
            `SEG-DEF-${{ partial: 1, full: 5, desperate: 7 }[defending.kind]}`,
            defenseName[defending.kind],
            defending.defBonus,
          ),
        ]
      : []),
    ...nonZeroParts(
      sumPart('SEG-NOMOVE-2', 'no movement', target.noMovement ? -20 : 0),
      sumPart('SEG-MELEE-5', 'encumbered', target.encumbered ? -10 : 0),
      sumPart('SEG-PICK-1', 'picking up', target.picking ? -15 : 0),
      sumPart('SEG-MELEE-1', 'attacker unseen', -unseenPenalty(state, target, attacker)[1]),
      sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, target.id, 'def')),
    ),
  ];
  const def = sumOfParts(parts);
  const { defFloor } = state.settings;
  if (defFloor === 'none' || def >= defFloor) return { def, parts };
  return { def: defFloor, parts: [...parts, sumPart('SEG-RUL-21', 'raised to lowest DEF', defFloor - def)] };
};

export const defenseName = { partial: 'Defending', full: 'full defense', desperate: 'desperate defense' } as const;

/** The parts of DEF after surprise: halved in combat; only magic counts out of combat. SEG-GEN-6, SEG-RUL-19. */
const surpriseParts = (target: Combatant, normal: readonly SumPart[], surprise: 'in' | 'out' | undefined) => {
  if (surprise === undefined) return normal;
  if (surprise === 'out') return [sumPart('SEG-SURP-3', 'only always-on magic', target.sheet.def.magic)];
  const sum = sumOfParts(normal);
  return [...normal, sumPart('SEG-SURP-2', 'halved by surprise', Math.floor(sum / 2) - sum)];
};
