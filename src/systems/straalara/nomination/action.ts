import { phrase } from '../../../core/language.ts';
import { joined, maskedRef, say, type Text } from '../../../core/message.ts';
import type { Reader } from '../../../rules/reader.ts';
import { findAttackSpell, findEffectSpell, isArmedManeuver } from '../maneuvers.ts';
import type { PoolTraits } from '../sheet.ts';
import { type ActionName, actionNames, type Combatant, type Nomination, type WrittenAction } from '../state.ts';
import { isNumberVisible } from '../visibility.ts';

/** AC 1. Charging is none of them (ST-MOVE-5, ST-RUL-25). */
export const parseAction = (text: string): ActionName | undefined =>
  actionNames.find((each) => each === text.trim().toLowerCase());

/** ST-GEN-6. */
export const actionClass = (
  me: Combatant,
  { action, spell, damage }: Pick<Nomination, 'action' | 'spell' | 'damage'>,
): Nomination['class'] => {
  if (action === 'continue') return me.extended?.action.class ?? 'plain';
  if (action === 'brawl' || isArmedManeuver(action)) return 'attack';
  if (action === 'spell') return findAttackSpell(me, spell) ? 'attack' : 'plain';
  return action === 'act' && damage !== undefined ? 'harmful' : 'plain';
};

/** What opposes the action, if anything does (ST-ACT-1, ST-ACT-4). */
export const oppositionOf = (
  me: Combatant,
  { action, spell, opposed }: Pick<Nomination, 'action' | 'spell' | 'opposed'>,
): PoolTraits | undefined =>
  action === 'act' ? opposed : action === 'spell' ? findEffectSpell(me, spell)?.opposed : undefined;

/** AC 5: actions that cannot do without a target. */
export const needsTarget = (me: Combatant, nomination: Nomination): boolean =>
  nomination.action !== 'continue' && (nomination.class !== 'plain' || oppositionOf(me, nomination) !== undefined);

/** What is really done: `continue` goes on with the extended action. */
export const actualAction = (me: Combatant, nomination: Nomination): Nomination =>
  nomination.action === 'continue' ? (me.extended?.action ?? { action: 'none', class: 'plain' }) : nomination;

/** An action in words: `melee at Ysolde with maul`. */
export const describeAction = ({ action, target, weapon, spell, label, ready, stow }: WrittenAction): Text => {
  const at = target === undefined ? '' : say` at ${maskedRef(target)}`;
  switch (action) {
    case 'none':
      return 'nothing';
    case 'continue':
      return 'continuing the extended action';
    case 'spell':
      return say`${spell ?? 'a spell'}${at}`;
    case 'act':
      return say`${label ?? 'an act'}${at}`;
    case 'trivial':
      return label ?? (ready ? phrase`readying ${ready}` : stow ? phrase`stowing ${stow}` : 'a trivial action');
    default:
      return say`${action}${at}${weapon === undefined ? '' : say` with ${weapon}`}`;
  }
};

/** `difficulty 2, damage 3 + strength`: what an act says of itself, in place of what the rulebook would take. */
const actNumbers = ({ difficulty, opposed, damage, timing, goal }: WrittenAction): readonly Text[] =>
  [
    difficulty !== undefined && say`difficulty ${difficulty}`,
    opposed && say`against ${[opposed.attribute, opposed.ability].filter(Boolean).join(' + ')}`,
    damage && say`damage ${damage.base}${damage.addStrength ? ' + strength' : ''}`,
    timing === 'endOfTurn' && 'at the end of the turn',
    timing === 'extended' && (goal === undefined ? 'extended' : say`extended, ${goal} successes needed`),
  ].filter((each) => each !== undefined && each !== false);

/** An action with the numbers it brings along, for those who are told the pools of the one who acts. */
export const describeFullAction = (who: string, as: WrittenAction, reader: Reader): Text => {
  const numbers = as.action === 'act' && isNumberVisible(reader, who, 'pools') ? actNumbers(as) : [];
  return numbers.length === 0 ? describeAction(as) : say`${describeAction(as)} (${joined(numbers)})`;
};
