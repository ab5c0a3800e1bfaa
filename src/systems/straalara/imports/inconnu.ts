import { phrase } from '../../../core/language.ts';
import { childObject, childObjects, type PlainObject } from '../../../core/plain-object.ts';
import { err, ok } from '../../../core/result.ts';
import type { Importer } from '../../../rules/imports.ts';
import { importRatings, isAttribute, translateAbility } from './ratings.ts';
import { parseName, parseWholeNumber } from './values.ts';

const characterIn = (json: PlainObject): PlainObject =>
  'traits' in childObject(json, 'character') ? childObject(json, 'character') : json;

/** A character as the web service of Inconnu gives it. */
export const inconnuImporter: Importer = {
  format: 'a character of Inconnu',
  recognises: ({ json }) =>
    json !== undefined && Array.isArray(characterIn(json).traits) && 'splat' in characterIn(json),
  read: ({ json = {} }) => {
    const own = characterIn(json);
    const traits = childObjects(own.traits)
      .slice(0, 500)
      .map(({ name, rating, type, subtraits }) => ({
        name: parseName(name),
        dots: parseWholeNumber(rating),
        type,
        special: Array.isArray(subtraits) ? subtraits.map(parseName).filter((each) => each !== '') : [],
      }));
    const attributes = traits.filter(({ name }) => isAttribute(name.toLowerCase()));
    if (attributes.length === 0) return err('it has no attributes');
    const skills = traits.filter(({ type, name }) => type === 'skill' && !isAttribute(name.toLowerCase()));
    const others = traits.filter((trait) => !attributes.includes(trait) && !skills.includes(trait) && trait.dots > 0);
    const rated = importRatings(
      new Map(attributes.map(({ name, dots }) => [name.toLowerCase(), dots])),
      new Map(skills.map(({ name, dots }) => [translateAbility(name), dots])),
    );
    const lost = parseName(own.health).replace(/[^/x]/gi, '').length;
    const numbers = ['humanity', 'stains', 'hunger', 'potency'].filter((key) => parseWholeNumber(own[key]) > 0);
    return ok({
      name: parseName(own.name) || undefined,
      sheet: { ...rated.sheet, ...(lost > 0 && { levelsLost: lost }) },
      derived: [
        ...rated.derived,
        ...(lost > 0 ? [phrase`levels lost ${lost}: superficial and aggravated together`] : []),
      ],
      leftOut: [
        phrase`splat ${parseName(own.splat) || 'unknown'}`,
        'weapons and armor: not in the source',
        ...traits
          .filter(({ special }) => special.length > 0)
          .map(({ name, special }) => phrase`${name}: ${special.join(', ')}`),
        ...others.map(({ name, dots }) => `${name} ${dots}`),
        ...(numbers.length > 0 ? [numbers.join(', ')] : []),
      ],
    });
  },
};
