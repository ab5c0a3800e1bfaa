import { capitalize, phrase, term, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { placeText } from './battlefield.ts';
import type { Place } from './state.ts';

const effectNames: Readonly<Record<string, string>> = { fullMove: 'Full Move', retreat: 'retreat', ambush: 'ambush' };

/** The displayed name of an effect. The effect of a Full Move is saved as `fullMove`. */
export const effectName = (id: string): string => ownValue(effectNames, id) ?? id;

/** Adds an article to a name, unless it is a proper name: `the bastard sword`, `Durandal`. */
export const withArticle = (name: string): string => (/^\p{Ll}/u.test(name) ? phrase`the ${term(name)}` : worded(name));

/** Names an item at the start of a sentence. An item without a name is `That`. */
export const formatItemAtSentenceStart = (name: string): string =>
  name === '' ? worded('That') : capitalize(withArticle(name));

/** Names a place within a sentence: `the Frontline`, `12 m`. */
export const placeWithArticle = (place: Place): string =>
  place.area === undefined ? worded(placeText(place)) : phrase`the ${worded(placeText(place))}`;
