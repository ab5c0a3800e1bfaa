import { phrase } from '../../core/message.ts';
import { areaNames, placeName } from './battlefield.ts';
import type { Side } from './sheet.ts';
import type { Place, State } from './state.ts';

/** An effect as it is called: what a Full Move leaves is kept under a word of the program. */
export const effectName = (id: string): string => (id === 'fullMove' ? 'Full Move' : id);

/** A sentence begins with a capital letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A side by the name it was entered under. */
export const sideName = (state: State, side: Side): string => state.sideNames[side] ?? side;

/** `the bastard sword`, but `Durandal`. */
export const withArticle = (name: string): string => (/^\p{Ll}/u.test(name) ? phrase`the ${name}` : name);

/** In a sentence: `the allies`, but `Lanterns`. */
export const sideWithArticle = (state: State, side: Side): string => withArticle(sideName(state, side));

/** At the head of a sentence; `That` where no name was given. */
export const formatItemAtSentenceStart = (name: string): string =>
  name === '' ? 'That' : capitalize(withArticle(name));

/** In a sentence: `the Frontline`, `12 m`. */
export const placeWithArticle = (place: Place): string =>
  place.area === undefined ? placeName(place) : phrase`the ${areaNames[place.area]}`;
