import type { GroundOrder, Placement } from './layout.ts';

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
