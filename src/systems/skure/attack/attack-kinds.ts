import { say, type Text } from '../../../core/message.ts';
import type { Settings } from '../settings.ts';
import type { Breath, Spell } from '../sheet.ts';
import type { PlacedCombatant } from '../state.ts';

export const attackKinds = ['melee', 'ranged', 'charge', 'counter', 'opportunity', 'spell', 'breath'] as const;
export type AttackKind = (typeof attackKinds)[number];

/** One attack before its roll. */
export interface Attack {
  readonly how: AttackKind;
  readonly attacker: PlacedCombatant;
  readonly target: PlacedCombatant;
  /** True if the target takes the attack for an ally. SK-RUL-41. */
  readonly shield?: boolean;
  readonly magic?: Spell | Breath;
}

/** True if the attack is physical, not magical. SK-ATK-15, SK-DEF-6, SK-RUL-34. */
export const isPhysicalAttack = (how: AttackKind, settings: Pick<Settings, 'breath.kind'>): boolean =>
  how === 'spell' ? false : how === 'breath' ? settings['breath.kind'] === 'physical' : true;

export const isReactionAttack = (how: AttackKind): boolean => how === 'counter' || how === 'opportunity';

/** True if the attack needs a hit roll. Magic on the caster itself never needs a roll. SK-SPELL-8, SK-RUL-33. */
export const needsHitRoll = ({ how, magic, attacker, target }: Attack, settings: Settings): boolean => {
  if (magic === undefined || (how !== 'spell' && how !== 'breath')) return true;
  if (attacker.id === target.id) return false;
  return settings['spell.hitRoll'] === 'bySpell' ? magic.usesHitRoll : settings['spell.hitRoll'] === 'always';
};

/** Attacker’s speed as a percentage of the defender’s, which must be above 0. SK-SPEED-1, SK-RUL-8. */
const speedRatio = (attacker: number, defender: number, rounding: Settings['speed.ratio']): number =>
  rounding === 'down'
    ? Math.floor((100 * attacker) / defender)
    : Math.floor((200 * attacker + defender) / (2 * defender));

const slower = [
  { to: 50, modifier: -25, label: say`Awful Hindrance` },
  { to: 60, modifier: -20, label: say`Bad Hindrance` },
  { to: 75, modifier: -15, label: say`Bad Hindrance` },
  { to: 85, modifier: -10, label: say`Slight Hindrance` },
  { to: Number.POSITIVE_INFINITY, modifier: -5, label: say`Slight Hindrance` },
] as const;

const faster = [
  { from: 200, modifier: 25, label: say`Great Edge` },
  { from: 170, modifier: 20, label: say`Good Edge` },
  { from: 140, modifier: 15, label: say`Good Edge` },
  { from: 120, modifier: 10, label: say`Slight Edge` },
  { from: 0, modifier: 5, label: say`Slight Edge` },
] as const;

export interface SpeedEdge {
  readonly modifier: number;
  readonly label: Text;
}

const even: SpeedEdge = { modifier: 0, label: say`No Change` };

/** Bonus or penalty on the hit roll for the difference in speed. SK-SPEED-2, SK-SPEED-3, SK-SPEED-4, SK-RUL-9. */
export const speedEdge = (
  attacker: number,
  defender: number,
  rounding: Settings['speed.ratio'] = 'nearest',
): SpeedEdge => {
  if (attacker === defender) return even;
  if (defender === 0) return faster[0];
  const ratio = speedRatio(attacker, defender, rounding);
  return (
    (attacker < defender ? slower.find(({ to }) => ratio <= to) : faster.find(({ from }) => ratio >= from)) ?? even
  );
};
