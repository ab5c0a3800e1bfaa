import { effectSum } from '../../rules/effects.ts';
import { type Combatant, type Declaration, type State, type SumPart, sumOfParts } from './state.ts';

/** SEG-DEF-10: of the melee weapon in the main hand; none: 0. */
export const defenseRank = ({ sheet, hand }: Combatant): number =>
  sheet.weapons.find(({ name, use }) => name === hand && use === 'melee')?.rank ?? 0;

const halfFiveTimes = (rank: number): number => Math.ceil((5 * rank) / 2);

/** SEG-DEF-1, SEG-DEF-5, SEG-DEF-7: what a declared defense adds to DEF. */
export const defenseBonus = (kind: 'partial' | 'full' | 'desperate', scLoss: number, rank: number): number => {
  switch (kind) {
    case 'partial':
      return Math.floor(scLoss / 2);
    case 'full':
      return 5 + halfFiveTimes(rank);
    case 'desperate':
      return 20 + halfFiveTimes(rank);
  }
};

/** SEG-DEF-3: the defense a declaration puts up for the round. */
export const declaredDefense = (who: Combatant, { main, options }: Declaration): Combatant['defending'] => {
  const rank = defenseRank(who);
  if (main === 'full-defense') return { kind: 'full', scLoss: 0, defBonus: defenseBonus('full', 0, rank) };
  if (main === 'desperate-defense')
    return { kind: 'desperate', scLoss: 0, defBonus: defenseBonus('desperate', 0, rank) };
  const { defend } = options;
  return defend === undefined
    ? undefined
    : { kind: 'partial', scLoss: defend, defBonus: defenseBonus('partial', defend, rank) };
};

interface DefenseContext {
  /** The kind of surprise that counts, after SEG-SURP-4. */
  readonly surprise: 'in' | 'out' | undefined;
  /** A free attack on a withdrawer. */
  readonly free: boolean;
  readonly ranged: boolean;
  /** The penalty for an attacker that is not seen: 0, 5, 10 or 20. */
  readonly unseen: number;
}

const part = (rule: string, label: string, value: number): SumPart => ({ rule, label, value });

/** SEG-HIT-3 (1), SEG-RUL-7: the parts that count just now; SEG-CAST-8, SEG-AIM-3, SEG-RUL-82: not all do for a caster or an aimer. */
const normalParts = (target: Combatant, free: boolean): readonly SumPart[] => {
  const { def } = target.sheet;
  const casting = target.casting !== undefined;
  const aiming = target.aiming !== undefined;
  const parts: SumPart[] = [];
  const add = (label: string, value: number): void => {
    if (value !== 0) parts.push(part('SEG-HIT-3', label, value));
  };
  add('base', def.base);
  if (!casting && !aiming) {
    add('DEX', def.dex);
    add('skill', def.skill);
  }
  if (!casting && !free && target.shieldReady) add('shield', def.shield);
  add('magic', def.magic);
  return parts;
};

/** SEG-HIT-3: modified DEF, with its parts in order. */
export const modifiedDefense = (
  state: State,
  target: Combatant,
  against: DefenseContext,
): { readonly def: number; readonly parts: readonly SumPart[] } => {
  const normal = normalParts(target, against.free);
  const parts = [...surpriseParts(target, normal, against.surprise)];
  const { defending } = target;
  // SEG-DEF-4, SEG-SURP-5: not what cannot be expected. SEG-STUN-4: Defending and the like end at once.
  const counts = against.surprise === undefined && !against.free && !target.stunned;
  // SEG-RUL-70.
  if (defending !== undefined && counts && (state.settings.defendVsRanged || !against.ranged))
    parts.push(
      part(
        `SEG-DEF-${{ partial: 1, full: 5, desperate: 7 }[defending.kind]}`,
        defenseName[defending.kind],
        defending.defBonus,
      ),
    );
  if (target.noMovement) parts.push(part('SEG-NOMOVE-2', 'no movement', -20));
  if (target.encumbered) parts.push(part('SEG-MELEE-5', 'encumbered', -10));
  if (target.picking) parts.push(part('SEG-PICK-1', 'picking up', -15));
  if (against.unseen !== 0) parts.push(part('SEG-MELEE-1', 'attacker unseen', -against.unseen));
  const hung = effectSum(state.effects, target.id, 'def');
  if (hung !== 0) parts.push(part('SEG-GEN-7', 'effects', hung));
  const def = sumOfParts(parts);
  const { defFloor } = state.settings;
  if (defFloor === 'none' || def >= defFloor) return { def, parts };
  return { def: defFloor, parts: [...parts, part('SEG-RUL-21', 'raised to lowest DEF', defFloor - def)] };
};

export const defenseName = { partial: 'Defending', full: 'full defense', desperate: 'desperate defense' } as const;

/** SEG-GEN-6, SEG-RUL-19: half rounds down. */
const surpriseParts = (
  target: Combatant,
  normal: readonly SumPart[],
  surprise: DefenseContext['surprise'],
): readonly SumPart[] => {
  switch (surprise) {
    case undefined:
      return normal;
    case 'in': {
      const half = Math.floor(sumOfParts(normal) / 2);
      return [...normal, part('SEG-SURP-2', 'halved by surprise', half - sumOfParts(normal))];
    }
    case 'out':
      return [part('SEG-SURP-3', 'only always-on magic', target.sheet.def.magic)];
  }
};

/** SEG-DEF-1: what this round's Defending takes off every attack, free ones included. */
export const strikeChanceGivenUp = ({ defending }: Combatant): number =>
  defending?.kind === 'partial' ? defending.scLoss : 0;
