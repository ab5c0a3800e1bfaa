import type { NumberTerms, NumberWords, Reader } from '../../rules/reader.ts';
import type { SumPart } from './pools.ts';
import type { ActionSlot, Combatant } from './state.ts';

/** Words for the share of health levels left (percent). */
const levelsLeft: NumberWords = [
  { from: 100, word: 'unhurt' },
  { from: 75, word: 'lightly harmed' },
  { from: 50, word: 'clearly harmed' },
  { from: 25, word: 'badly harmed' },
  { from: 1, word: 'nearly felled' },
];

/** Numbers of a combatant that the GM can hide. By default players see foes’ health in words and no pools. */
export const numberTerms = {
  health: { description: 'Health levels, and how many an attack takes away', kind: 'health', words: levelsLeft },
  pools: { description: 'Dice of attacks, defenses, acts and initiative', kind: 'roll' },
  soak: { description: 'Soak dice and stamina', kind: 'roll' },
  progress: { description: 'The progress of an extended action', kind: 'roll' },
  sheet: { description: 'Everything else on the sheet: attributes, gear, spells', kind: 'sheet' },
} as const satisfies NumberTerms;

/** True if the reader sees the combatant, and sees this number of the combatant. */
export const isNumberVisible = (reader: Reader, who: string, term: keyof typeof numberTerms): boolean =>
  reader.canSee(who) && reader.isNumberVisible(who, term);

/** True if the reader may see the parts of a roll, which could reveal hidden wounds. */
export const isRollVisible = (reader: Reader, who: string, parts: readonly SumPart[]): boolean =>
  isNumberVisible(reader, who, 'pools') &&
  (isNumberVisible(reader, who, 'health') || parts.every(({ says, n }) => says !== 'wounds' || n === 0));

/** True if the reader may see a combatant’s pools and the wounds that reduce them. */
export const arePoolsVisible = (reader: Reader, who: string): boolean =>
  isNumberVisible(reader, who, 'pools') && isNumberVisible(reader, who, 'health');

/** True if the reader may see soak and health; a soak roll reveals the levels lost. */
export const isSoakVisible = (reader: Reader, who: string): boolean =>
  isNumberVisible(reader, who, 'soak') && isNumberVisible(reader, who, 'health');

/** True if the reader may see the nomination of the first or second action. ST-NOM-4. */
export const isNominationVisible = (reader: Reader, me: Combatant, slot: ActionSlot): boolean =>
  slot.status === 'nominated' ? slot.opened || reader.isControlled(me.id) : slot.status !== 'empty';
