import type { Theme } from '../core/theme.ts';
import type { Colour } from './palette.ts';

/** A picture as shapes and texts, with y growing down. It is drawn as SVG, or in characters on a terminal. */
export interface Scene {
  /** Pixels at scale 1. */
  readonly width: number;
  readonly height: number;
  /** What it shows, in one line. */
  readonly title: string;
  /** Default: light. */
  readonly theme?: Theme;
  /** True if only a part of the board is drawn. */
  readonly cropped?: boolean;
  readonly shapes: readonly Shape[];
  /** The available pictures it shows, by hash (WebP). */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
  /** The picture in characters, line by line. */
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
  /** A rectangle. `round` is the radius of its corners. */
  | (Box & { readonly kind: 'rect'; readonly look: ShapeLook; readonly round: number })
  /** Boxes of one look. */
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[]; readonly look: ShapeLook }
  /** Shapes around a point, such as a figure. The same key is the same figure in the next picture. */
  | { readonly kind: 'group'; readonly key: string; readonly at: Point; readonly shapes: readonly Shape[] }
  /** A round picture with shapes over it, or shapes `instead` if it is missing. */
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
  /** A part of a picture in a box under a veil. Nothing if the picture is missing. */
  | (Box & {
      readonly kind: 'image';
      readonly of: string;
      /** The part in shares of the picture, possibly beyond its edges. Default: the largest fitting middle part. */
      readonly part: ImagePart | undefined;
      readonly veil: Colour;
      /** Opacity of the veil, 0 to 1. */
      readonly veiled: number;
    })
  | { readonly kind: 'circle'; readonly at: Point; readonly radius: number; readonly look: ShapeLook }
  | { readonly kind: 'polygon'; readonly points: readonly Point[]; readonly look: ShapeLook }
  /** Open lines of one look. */
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
      /** The colour of a border around the letters. */
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
  /** Without smoothing, which draws straight lines faster and clearer. */
  readonly crisp?: boolean;
}
