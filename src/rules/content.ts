import type { z } from 'zod';
import { lazyValue } from '../core/memoize.ts';
import type { Preset } from './definition.ts';

/** Creates a preset whose sheet is parsed at its first use, so that the program starts faster. */
export const lazyPreset = <Sheet>(said: Omit<Preset<Sheet>, 'sheet'>, read: () => Sheet): Preset<Sheet> => {
  const sheet = lazyValue(read);
  return {
    ...said,
    get sheet() {
      return sheet();
    },
  };
};

/** Binds a sheet schema. The returned function declares a preset, whose title is its name and role. */
export const bindPresets =
  <Schema extends z.ZodType>(schema: Schema) =>
  (name: string, role: string, says: string, sheet: z.input<Schema>): Preset<z.output<Schema>> =>
    lazyPreset({ title: `${name}, ${role}`, name, description: says }, () => schema.parse(sheet));

/** The position of a combatant, as the correction that sets it. */
export interface Placement {
  readonly who: string;
  readonly field: string;
  readonly value: string;
}

/** The order that draws the terrain before a battle begins. */
export interface GroundOrder {
  readonly verb: string;
  readonly params: unknown;
}

/** How a rulebook saves positions and terrain, to set them up again in another battle. */
export interface RulesetLayout<State> {
  /** The field that corrects a position. Undefined if the GM may not place combatants before the rules do. */
  readonly placeField?: string;
  readonly places?: (state: State) => readonly Placement[];
  /** The order that draws the current terrain. Undefined if the settings describe all terrain. */
  readonly ground?: (state: State) => GroundOrder | undefined;
}

/** All positions in a battle, and the order that draws its terrain. */
export interface Layout {
  readonly places: readonly Placement[];
  readonly ground: GroundOrder | undefined;
}

/** A combatant of a preset encounter. */
export interface PresetFighter {
  readonly name: string;
  readonly side: string;
  /** The key of its preset in the rulebook. */
  readonly preset: string;
  /** Its position. Undefined if the rules place it after the battle begins. */
  readonly at?: readonly Pick<Placement, 'field' | 'value'>[];
  readonly hidden?: 'until-acts' | 'until-revealed';
}

/** A preset encounter: foes, their positions, the terrain, and characters who are an even match for the foes. */
export interface PresetEncounter {
  readonly name: string;
  /** The GM's introduction: what happens and how to run it. */
  readonly description: string;
  /** Preset characters who are an even match for the foes. Players may use these or their own. */
  readonly heroes: readonly PresetFighter[];
  readonly foes: readonly PresetFighter[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly ground?: GroundOrder;
}

/** One step of a lesson: the learner gives one order. */
export interface LessonStep {
  /** The explanation that the learner reads, a few sentences. */
  readonly says: string;
  /** An example of what to type. The first offered value replaces `{option}`. The step waits until one is offered. */
  readonly type: string;
  /** The verb that completes the step. `answer` means that the learner answers a question. */
  readonly verb: string;
}

interface LessonFighter {
  readonly name: string;
  /** The side it fights on. Undefined if the rulebook chooses the side. */
  readonly side?: string;
  readonly sheet: () => unknown;
}

/** A small battle that teaches a rulebook. The other side is on autopilot. */
export interface Lesson {
  readonly name: string;
  readonly settings?: unknown;
  /** The learner's combatant. */
  readonly hero: LessonFighter;
  readonly foes: readonly LessonFighter[];
  /** Positions of the combatants. Undefined if the rules place them after the battle begins. */
  readonly places?: readonly Placement[];
  /** The introduction to the rulebook, one or two sentences. */
  readonly opening: string;
  /** The steps. The next one is the first open step that the learner can do now. */
  readonly steps: readonly LessonStep[];
  /** The conclusion after all steps, with what to learn next. */
  readonly closing: string;
}

/** Tables that a rulebook refers to but does not contain. The GM may enter them. */
export interface GmTables {
  /** The GM's order that enters a table. Its options are `name` and `rows`. */
  readonly verb: string;
  readonly names: readonly [string, ...string[]];
  /** The refusal code for a roll on a table that is not entered. The fact `table` names it. */
  readonly missingCode: string;
}
