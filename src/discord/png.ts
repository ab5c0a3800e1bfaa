import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Scene } from '../presentation/scene.ts';
import { sceneSvg } from '../presentation/svg.ts';
import { createRenderThread } from './render-thread.ts';

const draw = createRenderThread();

/** Cache of drawn pictures by content, up to 6 MB, because many viewers see the same picture. */
const drawn = new LRUCache<string, Uint8Array>({ maxSize: 6_000_000, sizeCalculation: ({ length }) => length + 1 });

interface Drawing {
  readonly png: Promise<Uint8Array>;
  /** A function for each waiting caller, which returns true once this caller no longer needs the picture. */
  readonly superseded: (() => boolean)[];
}

/** Pictures that are being drawn, by content. Later callers wait for the same picture. */
const begun = new Map<string, Drawing>();

const drawnNow = async (
  key: string,
  svg: string,
  pictures: Scene['pictures'],
  superseded: Drawing['superseded'],
): Promise<Uint8Array> => {
  try {
    const png = await draw(svg, () => superseded.every((each) => each()), pictures);
    drawn.set(key, png);
    return png;
  } finally {
    begun.delete(key);
  }
};

/** Draws a scene as PNG. Draws equal scenes once. Throws `SupersededError` if no caller needs the picture any more. */
export const scenePng = (scene: Scene, isSuperseded: () => boolean = () => false): Promise<Uint8Array> => {
  const svg = sceneSvg(scene);
  const key = createHash('sha256').update(svg).digest('base64');
  const known = drawn.get(key);
  if (known !== undefined) return Promise.resolve(known);
  const there = begun.get(key);
  if (there !== undefined) {
    there.superseded.push(isSuperseded);
    return there.png;
  }
  const superseded = [isSuperseded];
  const png = drawnNow(key, svg, scene.pictures, superseded);
  begun.set(key, { png, superseded });
  return png;
};
