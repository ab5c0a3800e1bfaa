import type { NumberTerms, NumberWords, Reader } from '../../rules/reader.ts';
import type { SumPart } from './pools.ts';
import type { ActionSlot, Combatant } from './state.ts';

/** Words for the levels left; none is the name of a level. */
const levelsLeft: NumberWords = [
  { from: 100, word: 'unhurt' },
  { from: 75, word: 'lightly harmed' },
  { from: 50, word: 'clearly harmed' },
  { from: 25, word: 'badly harmed' },
  { from: 1, word: 'nearly felled' },
];

/** What is told of foes: successes, and life in words; a foe’s rolls are hidden rolls until the GM opens its pools. */
export const numberTerms = {
  health: { description: 'Health levels, and how many an attack takes away', kind: 'health', words: levelsLeft },
  pools: { description: 'Dice of attacks, defenses, acts and initiative', kind: 'roll' },
  soak: { description: 'Soak dice and stamina', kind: 'roll' },
  progress: { description: 'The progress of an extended action', kind: 'roll' },
  sheet: { description: 'Everything else on the sheet: attributes, gear, spells', kind: 'sheet' },
} as const satisfies NumberTerms;

/** May this reader be told that number of a combatant: its pools, its health, its soak? */
export const isNumberVisible = (reader: Reader, who: string, term: keyof typeof numberTerms): boolean =>
  reader.canSee(who) && reader.isNumberVisible(who, term);

/** May this reader see how a roll of that one is made up? Not where a wound counts in it from which the levels left would follow. */
export const isRollVisible = (reader: Reader, who: string, parts: readonly SumPart[]): boolean =>
  isNumberVisible(reader, who, 'pools') &&
  (isNumberVisible(reader, who, 'health') || parts.every(({ says, n }) => says !== 'wounds' || n === 0));

/** Pools with the wounds that count in them. */
export const arePoolsVisible = (reader: Reader, who: string): boolean =>
  isNumberVisible(reader, who, 'pools') && isNumberVisible(reader, who, 'health');

/** Soak against damage gives the levels lost: it is told where both are. */
export const isSoakVisible = (reader: Reader, who: string): boolean =>
  isNumberVisible(reader, who, 'soak') && isNumberVisible(reader, who, 'health');

/** ST-NOM-4, `declarations: private`: is this nomination for the reader to know? */
export const isNominationVisible = (reader: Reader, me: Combatant, slot: ActionSlot): boolean =>
  slot.status === 'nominated' ? slot.opened || reader.isControlled(me.id) : slot.status !== 'empty';
