import type { z } from 'zod';
import { lazyValue } from '../core/memoize.ts';
import type { Preset } from './definition.ts';

/** Somebody ready-made, whose sheet is read when it is first asked for: a start needs none of them. */
export const lazyPreset = <Sheet>(said: Omit<Preset<Sheet>, 'sheet'>, read: () => Sheet): Preset<Sheet> => {
  const sheet = lazyValue(read);
  return {
    ...said,
    get sheet() {
      return sheet();
    },
  };
};

/** How ready-made sheets of a schema are written down: whoever it is and what they do make the title. */
export const bindPresets =
  <Schema extends z.ZodType>(schema: Schema) =>
  (name: string, role: string, says: string, sheet: z.input<Schema>): Preset<z.output<Schema>> =>
    lazyPreset({ title: `${name}, ${role}`, name, description: says }, () => schema.parse(sheet));

/** Somebody’s place, or a part of it, as the correction that would put them there. */
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

/** How a rulebook says where everybody stands. */
export interface RulesetLayout<State> {
  /** The correction that puts somebody on a place, where the GM may before all are placed by the rules. */
  readonly placeField?: string;
  readonly places?: (state: State) => readonly Placement[];
  /** Left out where settings say all of the ground. */
  readonly ground?: (state: State) => GroundOrder | undefined;
}

/** Where everybody stands in a battle, and the order that would draw its ground. */
export interface Layout {
  readonly places: readonly Placement[];
  readonly ground: GroundOrder | undefined;
}

/** Somebody of a fight that is ready: by what name, on which side, with the sheet of which ready-made one. */
export interface PresetFighter {
  readonly name: string;
  readonly side: string;
  /** The key of its sheet among the ready-made ones of the rulebook. */
  readonly preset: string;
  /** Where it stands, where the GM may say that before the battle begins. */
  readonly at?: readonly Pick<Placement, 'field' | 'value'>[];
  readonly hidden?: 'until-acts' | 'until-revealed';
}

/** A fight that is ready to be brought: foes with their places and the ground, and whom it is even for. */
export interface PresetEncounter {
  readonly name: string;
  /** What the GM is told of it: what it is about, and how it goes. */
  readonly description: string;
  /** Ready-made characters who are its match; players join with these, or with their own. */
  readonly heroes: readonly PresetFighter[];
  readonly foes: readonly PresetFighter[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly ground?: GroundOrder;
}

/** One thing that a learner does. */
export interface LessonStep {
  /** What it is about, in a few sentences. */
  readonly says: string;
  /** What they could type; the first of what may be chosen stands in place of `{option}`, and without it the step waits. */
  readonly type: string;
  /** Any order with this verb is it; `answer` is an answer to what they are asked. */
  readonly verb: string;
}

/** Somebody who fights in it. */
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
  /** Whom the learner plays. */
  readonly hero: LessonFighter;
  readonly foes: readonly LessonFighter[];
  /** Where they stand, where the GM may lay that out before the beginning. */
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
