import type { Theme } from '../core/theme.ts';
import type { Colour } from './palette.ts';

/**
 * A picture before it has pixels: shapes and texts on a plane, y growing down. Made from a view by pure functions; drawn as
 * SVG, or in characters on a terminal.
 */
export interface Scene {
  /** Pixels at scale 1. */
  readonly width: number;
  readonly height: number;
  /** What it shows, in one line. */
  readonly title: string;
  /** Light where nothing is said. */
  readonly theme?: Theme;
  /** Is it a part of the board alone? */
  readonly cropped?: boolean;
  readonly shapes: readonly Shape[];
  /** The pictures it shows that are there, by hash: WebP. */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
  /** The same picture in characters, a line each. */
  readonly text: readonly string[];
}

export type Point = readonly [x: number, y: number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Shape =
  /** `round`: radius of the corners. */
  | (Box & { readonly kind: 'rect'; readonly look: ShapeLook; readonly round: number })
  /** Many boxes of one look. */
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[]; readonly look: ShapeLook }
  /** Shapes about a point that belong together: a figure. Under the same key they are the same one in the next picture. */
  | { readonly kind: 'group'; readonly key: string; readonly at: Point; readonly shapes: readonly Shape[] }
  /** A round picture, with what lies over it; where it is not there, other shapes in its place. */
  | {
      readonly kind: 'portrait';
      /** The hash of the picture. */
      readonly of: string;
      readonly at: Point;
      readonly radius: number;
      readonly opacity: number;
      readonly over: readonly Shape[];
      readonly instead: readonly Shape[];
    }
  /** A part of a picture in a box, under a veil of this colour; nothing where the picture is not there. */
  | (Box & {
      readonly kind: 'image';
      readonly of: string;
      /** In shares of the picture; it may reach beyond its edges. Left out: the largest part in the middle that has the form of the box. */
      readonly part: ImagePart | undefined;
      readonly veil: Colour;
      /** How much of it the veil takes, 0 to 1. */
      readonly veiled: number;
    })
  | { readonly kind: 'circle'; readonly at: Point; readonly radius: number; readonly look: ShapeLook }
  | { readonly kind: 'polygon'; readonly points: readonly Point[]; readonly look: ShapeLook }
  /** Open lines of one look, each through its points. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Point[])[]; readonly look: ShapeLook }
  | {
      readonly kind: 'text';
      /** `at` is on the base line of the letters. */
      readonly at: Point;
      readonly text: string;
      readonly size: number;
      readonly fill: Colour;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly bold: boolean;
      /** A border of this colour round the letters, to be read over anything. */
      readonly halo: Colour | undefined;
    };

export interface ImagePart {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

/** Widths in pixels. */
export interface ShapeLook {
  readonly fill?: Colour;
  readonly stroke?: Colour;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  /** Every pixel wholly or not at all: for straight lines, which are drawn faster and clearer so. */
  readonly crisp?: boolean;
}
