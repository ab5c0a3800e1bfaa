import { isPlainObject } from '../../core/plain-object.ts';
import type { EncounterFoe, SavedEncounter } from '../../library/content.ts';
import type { PresetEncounter, PresetFighter } from '../../rules/content.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { numberNames } from './foes.ts';

/** Of a ready encounter: those of one name, side and sheet are one kind. */
const groupFoes = (fighters: readonly PresetFighter[], { presets }: Ruleset): readonly EncounterFoe[] =>
  [...Map.groupBy(fighters, ({ name, side, preset }) => JSON.stringify([name, side, preset])).values()].flatMap(
    (alike) => {
      const [first] = alike;
      if (first === undefined) return [];
      const { name, side, preset } = first;
      const each = alike.map(({ at = [], hidden }) => ({ at: [...at], ...(hidden && { hidden }) }));
      return [{ name, side, sheet: presets[preset]?.sheet, each }];
    },
  );

/** A ready encounter as one that is kept. */
export const toSavedEncounter = (
  ruleset: Ruleset,
  { foes, heroes, settings, ground, description }: PresetEncounter,
): SavedEncounter => ({
  foes: [...groupFoes(foes, ruleset)],
  heroes: heroes.length,
  ...(isPlainObject(settings) && { settings }),
  ...(ground && { ground: { verb: ground.verb, params: ground.params } }),
  note: description,
});

/** The heroes a ready encounter is even for: as they come into a battle, and where they stand. */
export const presetHeroes = (ruleset: Ruleset, { heroes }: PresetEncounter, taken: readonly string[]) => {
  const all = [...taken];
  const come = heroes.map((hero) => {
    const [id = hero.name] = numberNames(hero.name, 1, all);
    all.push(id);
    return { ...hero, id };
  });
  return {
    entrants: come.map(({ id, side, preset }) => ({
      id,
      hidden: undefined,
      portrait: undefined,
      side,
      sheet: ruleset.presets[preset]?.sheet,
    })),
    places: come.flatMap(({ id, at = [] }) => at.map((each) => ({ who: id, ...each }))),
  };
};

/** `Roland (Roland Vey, swordsman)`: whom it is even for. */
export const describeHeroes = ({ presets }: Ruleset, { heroes }: PresetEncounter): string =>
  heroes.map(({ preset }) => presets[preset]?.title ?? preset).join('; ');
