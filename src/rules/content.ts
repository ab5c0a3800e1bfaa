/** The position of a combatant, as the GM's correction that puts the combatant there. */
export interface Placement {
  readonly who: string;
  readonly field: string;
  readonly value: string;
}

/** The GM's order that draws the terrain before a battle begins. */
export interface GroundOrder {
  readonly verb: string;
  readonly params: unknown;
}

/** How a rulebook saves positions and terrain, to set them up again in another battle. */
export interface RulesetLayout<State> {
  /** The field by which the GM corrects a position. Undefined if the rules must place combatants first. */
  readonly placeField?: string;
  /** The field by which the GM moves a combatant during a battle. Default: `placeField`. */
  readonly moveField?: string;
  readonly places?: (state: State) => readonly Placement[];
  /** The order that draws the current terrain. Undefined if the settings describe all terrain. */
  readonly ground?: (state: State) => GroundOrder | undefined;
}

/** The positions of all combatants in a battle, and the GM's order that draws the terrain. */
export interface Layout {
  readonly places: readonly Placement[];
  readonly ground: GroundOrder | undefined;
}

/** A combatant of a preset encounter. */
export interface PresetFighter {
  readonly name: string;
  readonly side: string;
  /** The key of the combatant's preset in the rulebook. */
  readonly preset: string;
  /** The combatant's position. Undefined if the rules place the combatant after the battle begins. */
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
  /** The verb that completes the step. */
  readonly verb: string;
  /** The parameters that the learner should give. */
  readonly params?: Readonly<Record<string, string>>;
  /** The parameter that gets the first offered value. The step waits until a value is offered. */
  readonly offered?: string;
}

interface LessonFighter {
  readonly name: string;
  /** The side that the fighter joins. Undefined if the rulebook chooses the side. */
  readonly side?: string;
  readonly sheet: () => unknown;
}

/** A small battle that teaches a rulebook. The learner's foes are on autopilot. */
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
  /** The steps. The learner's next step is the first unfinished step that is possible now. */
  readonly steps: readonly LessonStep[];
  /** The conclusion after all steps, with what to learn next. */
  readonly closing: string;
}

/** Tables that a rulebook refers to but does not contain. The GM may enter them. */
export interface GmTables {
  /** The GM's order that enters a table. Its options are `name` and `rows`. */
  readonly verb: string;
  readonly names: readonly [string, ...string[]];
  /** The refusal code for a roll on a table that the GM has not entered. The fact `table` is the table's name. */
  readonly missingCode: string;
}
