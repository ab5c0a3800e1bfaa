import type { Effect } from './effects.ts';
import type { Reader } from './reader.ts';

/** A whole number from 0 to below `below`: what nobody is told may be drawn by it, anew for each battle that is thought of. */
export type DrawNumber = (below: number) => number;

/**
 * The battle as this reader believes it to stand, complete, so that it can be played on: whatever they are not told is replaced, by what is
 * usual on the side they know or by a draw. A rulebook reads nothing of what it replaces.
 */
export type SampleBelief<State> = (state: State, reader: Reader, draw: DrawNumber) => State;

/** The whole number nearest to the mean; `usual` where there is nothing to take it of. */
export const roundedMean = (numbers: readonly number[], usual: number): number =>
  numbers.length === 0 ? usual : Math.round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length);

/** One of them, drawn; nothing where there are none. */
export const pickOne = <T>(from: readonly T[], draw: DrawNumber): T | undefined =>
  from.length === 0 ? undefined : from[draw(from.length)];

/** What hangs on anybody, without the modifiers of which this reader is not told: `termOf` says which number each belongs to. */
export const visibleEffects = (
  effects: readonly Effect[],
  reader: Reader,
  termOf: Readonly<Record<string, string>>,
): Effect[] =>
  effects.map((effect) => ({
    ...effect,
    modifiers: Object.fromEntries(
      Object.entries(effect.modifiers).filter(([modifier]) =>
        reader.isNumberVisible(effect.who, termOf[modifier] ?? 'sheet'),
      ),
    ),
  }));

/** Draws that are the same for the same text, and lie apart from all dice: none of them tells of another. */
export const deterministicDraws = (text: string): DrawNumber => {
  let at = hashText(text);
  return (below) => {
    at = (at + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
};

/** A whole number from 0 to below 2³² that is the same for the same text (FNV-1a). */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};
