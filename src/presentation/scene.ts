import type { Theme } from '../core/theme.ts';
import type { Colour } from './palette.ts';

/** A picture as shapes and texts, drawn as SVG or in characters. The y axis points down. */
export interface Scene {
  /** Width at scale 1 (pixels). */
  readonly width: number;
  readonly height: number;
  /** What the picture shows, in one line. */
  readonly title: string;
  /** The theme of the colours. Default: light. */
  readonly theme?: Theme;
  /** True if only a part of the board is drawn. */
  readonly cropped?: boolean;
  readonly shapes: readonly Shape[];
  /** The pictures that the scene shows, by hash (WebP). */
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
  /** A rectangle. `round`: the radius of its corners. */
  | (Box & { readonly kind: 'rect'; readonly look: ShapeLook; readonly round: number })
  /** Several boxes with the same look. */
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[]; readonly look: ShapeLook }
  /** A group of shapes. Groups with the same key in two pictures are the same figure. */
  | { readonly kind: 'group'; readonly key: string; readonly at: Point; readonly shapes: readonly Shape[] }
  /** A round picture with shapes over it. If the picture is missing, the shapes `instead` are drawn. */
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
  /** A part of a picture in a box, under a veil. Draws nothing if the picture is missing. */
  | (Box & {
      readonly kind: 'image';
      readonly of: string;
      /** The part to show, in shares of the picture. Default: the largest middle part that fits. */
      readonly part: ImagePart | undefined;
      readonly veil: Colour;
      /** Opacity of the veil, 0 to 1. */
      readonly veiled: number;
    })
  /** An area where a user can press a combatant. Draws nothing. */
  | (Box & { readonly kind: 'hotspot'; readonly of: string })
  /** The position of a board's squares, for users who can press a square. Draws nothing. */
  | {
      readonly kind: 'squares';
      readonly at: Point;
      readonly size: number;
      readonly columns: number;
      readonly rows: number;
    }
  | { readonly kind: 'circle'; readonly at: Point; readonly radius: number; readonly look: ShapeLook }
  | { readonly kind: 'polygon'; readonly points: readonly Point[]; readonly look: ShapeLook }
  /** Open lines with the same look. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Point[])[]; readonly look: ShapeLook }
  | {
      readonly kind: 'text';
      /** A point on the base line of the letters. */
      readonly at: Point;
      readonly text: string;
      readonly size: number;
      readonly fill: Colour;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly bold: boolean;
      /** The colour of an outline around the letters. Undefined for none. */
      readonly halo: Colour | undefined;
    };

export interface ImagePart {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

/** The look of a shape. Widths are in pixels. */
export interface ShapeLook {
  readonly fill?: Colour;
  readonly stroke?: Colour;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  /** True to draw without smoothing, which makes straight lines clearer. */
  readonly crisp?: boolean;
}
