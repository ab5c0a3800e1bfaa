import { signed } from '../../core/text.ts';
import type { Reader } from '../../rules/reader.ts';
import type { Part } from './events.ts';
import type { Combatant, Draft, Slot, State } from './model.ts';
import { levelOf, woundPenalty } from './wounds.ts';

/** May this reader be told that number of a combatant: its pools, its health, its soak? */
export const tellsOf = (
  reader: Reader,
  id: string,
  term: 'health' | 'pools' | 'soak' | 'progress' | 'sheet',
): boolean => reader.sees(id) && reader.tells(id, term);

/** May this reader see how a roll of that one is made up? Not where a wound counts in it from which the levels left would follow. */
export const poolTold = (reader: Reader, id: string, parts: readonly Part[]): boolean =>
  tellsOf(reader, id, 'pools') &&
  (tellsOf(reader, id, 'health') || parts.every(({ says, n }) => says !== 'wounds' || n === 0));

/** ST-NOM-4, `declarations: private`: is this nomination for the reader to know? */
export const knownTo = (reader: Reader, me: Combatant, slot: Slot): boolean =>
  slot.status === 'nominated' ? slot.opened || reader.runs(me.name) : slot.status !== 'empty';

/** Soak against damage gives the levels lost: it is told where both are. */
export const soakTold = (reader: Reader, id: string): boolean =>
  tellsOf(reader, id, 'soak') && tellsOf(reader, id, 'health');

/** An action in words: `melee at Ysolde with maul`. */
export const actionWords = (
  { action, target, weapon, spell, label, ready, stow }: Omit<Draft, 'action'> & { readonly action: string },
  reader: Reader,
): string => {
  const at = target === undefined ? '' : ` at ${reader.name(target)}`;
  switch (action) {
    case 'none':
      return 'nothing';
    case 'continue':
      return 'going on with what is under way';
    case 'spell':
      return `${spell ?? 'a spell'}${at}`;
    case 'act':
      return `${label ?? 'an act'}${at}`;
    case 'trivial':
      return label ?? (ready ? `readying ${ready}` : stow ? `stowing ${stow}` : 'something small');
    default:
      return `${action}${at}${weapon === undefined ? '' : ` with ${weapon}`}`;
  }
};

/** `difficulty 2, damage 3 + strength`: what an act says of itself, in place of what the rulebook would take. */
const actNumbers = ({ difficulty, opposed, damage, timing, goal }: Omit<Draft, 'action'>): string =>
  [
    difficulty !== undefined && `difficulty ${difficulty}`,
    opposed && `against ${[opposed.attribute, opposed.ability].filter(Boolean).join(' + ')}`,
    damage && `damage ${damage.base}${damage.addStrength ? ' + strength' : ''}`,
    timing === 'endOfTurn' && 'at the end of the turn',
    timing === 'extended' && `extended${goal === undefined ? '' : ` to ${goal} successes`}`,
  ]
    .filter(Boolean)
    .join(', ');

/** An action with the numbers it brings along, for those who are told the pools of the one who acts. */
export const wholeActionWords = (who: string, as: Parameters<typeof actionWords>[0], reader: Reader): string => {
  const numbers = as.action === 'act' && tellsOf(reader, who, 'pools') ? actNumbers(as) : '';
  return `${actionWords(as, reader)}${numbers === '' ? '' : ` (${numbers})`}`;
};

export const stanceWords = (me: Combatant): string => (me.stance === 'none' ? 'no stance' : `${me.stance} stance`);

/** The level as this reader may know it: `Hurt (−1 die)`, a word, or nothing. */
export const healthWords = (me: Combatant, { settings }: State, reader: Reader): string | undefined => {
  if (me.life !== 'up') return me.life;
  if (tellsOf(reader, me.name, 'health')) {
    const penalty = woundPenalty(me, settings) ?? 0;
    return penalty === 0 ? levelOf(me, settings) : `${levelOf(me, settings)} (${signed(-penalty)} ${dice(penalty)})`;
  }
  const most = settings.healthTrack.length;
  return reader.gauge(me.name, 'Health', most - me.lost, most)?.text;
};

export const dice = (n: number): string => (n === 1 ? 'die' : 'dice');

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** ST-RUL-57: the side that alone can act, as this reader may know it, where all the able have one. */
const lastSide = (state: State, reader: Reader): string | undefined => {
  const seen = state.combatants.filter(({ name }) => reader.sees(name));
  const sides = new Set(seen.filter(({ life }) => life === 'up').map(({ side }) => side));
  const all = new Set(seen.map(({ side }) => side));
  const [side] = sides;
  return sides.size === 1 && all.size > 1 ? side : undefined;
};

/** ST-RUL-57. True to everybody, whoever else may be there. */
export const oneSideLeft = (state: State, reader: Reader): string | undefined => {
  const side = lastSide(state, reader);
  return side && `Of those in sight only ${side} can still act; the GM may end the combat.`;
};
