import type { Settings } from '../settings.ts';
import type { Breath, Spell } from '../sheet.ts';
import type { PlacedCombatant } from '../state.ts';

export const attackKinds = ['melee', 'ranged', 'charge', 'counter', 'opportunity', 'spell', 'breath'] as const;
export type AttackKind = (typeof attackKinds)[number];

/** One blow before its die: who, at whom, how. */
export interface Attack {
  readonly how: AttackKind;
  readonly attacker: PlacedCombatant;
  readonly target: PlacedCombatant;
  /** The target takes it in an ally's place (SK-RUL-41). */
  readonly shield?: boolean;
  readonly magic?: Spell | Breath;
}

/** SK-ATK-15, SK-DEF-6, SK-RUL-34: physical, or magical. */
export const isPhysicalAttack = (how: AttackKind, settings: Pick<Settings, 'breath.kind'>): boolean =>
  how === 'spell' ? false : how === 'breath' ? settings['breath.kind'] === 'physical' : true;

export const isReactionAttack = (how: AttackKind): boolean => how === 'counter' || how === 'opportunity';

/** Does this blow roll to hit? A spell or breath may simply land (SK-SPELL-8, SK-RUL-33); on oneself it always does. */
export const rollsToHit = ({ how, magic, attacker, target }: Attack, settings: Settings): boolean => {
  if (magic === undefined || (how !== 'spell' && how !== 'breath')) return true;
  if (attacker.name === target.name) return false;
  return settings['spell.hitRoll'] === 'bySpell' ? magic.usesHitRoll : settings['spell.hitRoll'] === 'always';
};
