import { hiddenPartLabel, redactParts } from '../../rules/event.ts';
import type { NumberTerms, Reader } from '../../rules/reader.ts';
import { type Figure, figuresOf, type State } from './state.ts';

/** What is told of others' warriors: the steps of a roll as they are, their sheets not at all. */
export const numberTerms: NumberTerms = {
  steps: { description: 'What the steps of a roll are made of: skill, cover, traits', kind: 'roll' },
  armour: { description: 'The armour roll', kind: 'roll' },
  sheet: { description: 'The rest of the sheet: cost, weapons, traits, skills', kind: 'sheet' },
};

/** May this reader know what a warrior's own steps are made of? */
export const areStepsVisible = (reader: Reader, id: string): boolean =>
  reader.canSee(id) && reader.isNumberVisible(id, 'steps');

export type NamedSteps = Readonly<Record<string, number>>;

/** Parts by their names, those on account of the unseen as one number. */
export const redactSteps = (told: NamedSteps, asIs: NamedSteps, asKnown: NamedSteps): NamedSteps => {
  const parts = (steps: NamedSteps) => Object.entries(steps).map(([name, value]) => ({ name, value }));
  const known = redactParts(
    parts(told),
    { asIs: parts(asIs), asKnown: parts(asKnown) },
    ({ name }) => name,
    (value) => ({ name: hiddenPartLabel, value }),
  );
  return Object.fromEntries(known.filter(({ value }) => value !== 0).map(({ name, value }) => [name, value]));
};

export const unseenFigureIds = (state: State, reader: Reader, but: readonly string[]): readonly string[] =>
  state.warriors.map(({ id }) => id).filter((id) => !reader.canSee(id) && !but.includes(id));

export const findFigure = (state: State, id: string): Figure | undefined =>
  figuresOf(state).find((each) => each.id === id);
