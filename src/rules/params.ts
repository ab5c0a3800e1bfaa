import { z } from 'zod';
import { memoizeByKey } from '../core/memoize.ts';

/**
 * The parameters of verbs and queries. Each takes what a chat can give (a text, a whole number, yes or no), so slash
 * options, console words, autocomplete and checks all follow from the one declaration.
 */
export const paramWidgets = ['combatant', 'square', 'path', 'list', 'rule', 'preset', 'person', 'channel'] as const;
export type ParamWidget = (typeof paramWidgets)[number];

// There are thousands of parameters, and making a schema takes its time at every start: those alike begin as one.
const upTo = memoizeByKey((longest: number) => z.string().min(1).max(longest));
const between = memoizeByKey((min: number) => memoizeByKey((max: number) => z.int().min(min).max(max)));
const flags = z.boolean();

const described = (says: string, widget?: ParamWidget) => ({ description: says, ...(widget && { widget }) });

/** The name of a combatant or seat. */
export const combatantParam = (says: string) => upTo(100).meta(described(says, 'combatant'));

/** Several names with commas between them; an empty text is an empty list. */
export const combatantsParam = (says: string) => namesParam(says).meta(described(says, 'list'));

/** Words with commas between them; an empty text is an empty list. */
export const namesParam = (says: string) =>
  z
    .string()
    .max(1000)
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .meta(described(says));

export const textParam = (says: string, longest = 300) => upTo(longest).meta(described(says));

export const wholeNumberParam = (says: string, min: number, max: number) => between(min)(max).meta(described(says));

export const oneOfParam = <const T extends readonly [string, ...string[]]>(says: string, words: T) =>
  z.enum(words).meta(described(says));

export const flagParam = (says: string) => flags.meta(described(says));

/** Somebody of the chat: the value is a user's id. */
export const userParam = (says: string) => upTo(100).meta(described(says, 'person'));

/** A channel, thread or forum of the chat: the value is its id. */
export const channelParam = (says: string) => upTo(100).meta(described(says, 'channel'));
