import type { z } from 'zod';
import { lazyValue } from '../core/memoize.ts';
import type { Preset } from './definition.ts';

/** A preset whose sheet is parsed when it is first used, so that a start parses none. */
export const lazyPreset = <Sheet>(said: Omit<Preset<Sheet>, 'sheet'>, read: () => Sheet): Preset<Sheet> => {
  const sheet = lazyValue(read);
  return {
    ...said,
    get sheet() {
      return sheet();
    },
  };
};

/** Binds the sheet schema of presets. The title is the name and the role. */
export const bindPresets =
  <Schema extends z.ZodType>(schema: Schema) =>
  (name: string, role: string, says: string, sheet: z.input<Schema>): Preset<z.output<Schema>> =>
    lazyPreset({ title: `${name}, ${role}`, name, description: says }, () => schema.parse(sheet));

/** A placement, written as the correction that sets it. */
export interface Placement {
  readonly who: string;
  readonly field: string;
  readonly value: string;
}

/** The order that draws a ground before a battle begins. */
export interface GroundOrder {
  readonly verb: string;
  readonly params: unknown;
}

/** How a rulebook describes positions and the board. */
export interface RulesetLayout<State> {
  /** The field that corrects a position, if the GM may place combatants before the rules do. */
  readonly placeField?: string;
  readonly places?: (state: State) => readonly Placement[];
  /** Left out where settings say all of the ground. */
  readonly ground?: (state: State) => GroundOrder | undefined;
}

/** All placements in a battle, and the order that would draw its board. */
export interface Layout {
  readonly places: readonly Placement[];
  readonly ground: GroundOrder | undefined;
}

/** A combatant of a preset encounter: its name, side and preset. */
export interface PresetFighter {
  readonly name: string;
  readonly side: string;
  /** The key of its preset in the rulebook. */
  readonly preset: string;
  /** Its placement, if the GM may set it before the battle begins. */
  readonly at?: readonly Pick<Placement, 'field' | 'value'>[];
  readonly hidden?: 'until-acts' | 'until-revealed';
}

/** A preset encounter: foes with their placements, the board, and characters who are an even match. */
export interface PresetEncounter {
  readonly name: string;
  /** What it is about and how it goes, for the GM. */
  readonly description: string;
  /** Preset characters who are an even match. Players join with these, or with their own. */
  readonly heroes: readonly PresetFighter[];
  readonly foes: readonly PresetFighter[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly ground?: GroundOrder;
}

/** One thing that a learner does. */
export interface LessonStep {
  /** What it is about, in a few sentences. */
  readonly says: string;
  /** What the learner could type. The first offered value replaces `{option}`; without one the step waits. */
  readonly type: string;
  /** Any order with this verb is it; `answer` is an answer to what they are asked. */
  readonly verb: string;
}

/** A combatant of a lesson. */
interface LessonFighter {
  readonly name: string;
  /** The side it fights on, where the rulebook does not know its own. */
  readonly side?: string;
  readonly sheet: () => unknown;
}

/** A small battle in which a rulebook is learnt by playing: the other side plays by itself. */
export interface Lesson {
  readonly name: string;
  readonly settings?: unknown;
  /** The learner's combatant. */
  readonly hero: LessonFighter;
  readonly foes: readonly LessonFighter[];
  /** Their placements, if the GM may set them before the battle begins. */
  readonly places?: readonly Placement[];
  /** What this rulebook is like, in one or two sentences. */
  readonly opening: string;
  /** In the order in which they are said: of those that are left the first one that can be done now. */
  readonly steps: readonly LessonStep[];
  /** What is left to know, once all steps are done. */
  readonly closing: string;
}

/** Tables that a rulebook names and does not hold: the GM may give them. */
export interface GmTables {
  /** The GM’s order that gives the rows of one, by the options `name` and `rows`. */
  readonly verb: string;
  readonly names: readonly [string, ...string[]];
  /** The code by which that order refuses to roll on one that is not there, whose fact `table` names it. */
  readonly missingCode: string;
}
