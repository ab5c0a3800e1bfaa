import { phrase } from '../../core/message.ts';
import { areaNames, placeName } from './battlefield.ts';
import type { Side } from './sheet.ts';
import type { Place, State } from './state.ts';

/** The name of an effect. That of a Full Move is saved as `fullMove`. */
export const effectName = (id: string): string => (id === 'fullMove' ? 'Full Move' : id);

/** The text with a capital first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a side as entered. */
export const sideName = (state: State, side: Side): string => state.sideNames[side] ?? side;

/** The name with an article, unless it is a proper name: `the bastard sword`, `Durandal`. */
export const withArticle = (name: string): string => (/^\p{Ll}/u.test(name) ? phrase`the ${name}` : name);

/** A side within a sentence: `the allies`, `Lanterns`. */
export const sideWithArticle = (state: State, side: Side): string => withArticle(sideName(state, side));

/** An item at the start of a sentence. `That` if it has no name. */
export const formatItemAtSentenceStart = (name: string): string =>
  name === '' ? 'That' : capitalize(withArticle(name));

/** A place within a sentence: `the Frontline`, `12 m`. */
export const placeWithArticle = (place: Place): string =>
  place.area === undefined ? placeName(place) : phrase`the ${areaNames[place.area]}`;
