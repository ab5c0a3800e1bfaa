import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Scene } from '../presentation/scene.ts';
import { sceneSvg } from '../presentation/svg.ts';
import { createRenderThread } from './render-thread.ts';

const draw = createRenderThread();

/** Pictures of battles that stand as they stood, by what they show, as bytes of 6 MB at most, some two hundred: many look at the same one. */
const drawn = new LRUCache<string, Uint8Array>({ maxSize: 6_000_000, sizeCalculation: ({ length }) => length + 1 });

interface Drawing {
  readonly png: Promise<Uint8Array>;
  /** One for each who waits for it: is it no longer wanted? */
  readonly superseded: (() => boolean)[];
}

/** Pictures that are being drawn: whoever asks for one of them meanwhile waits for that drawing. */
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

/**
 * A scene as a PNG file. What looks the same is drawn once, for whomever it is. One that is superseded for all who asked before its
 * turn has come is not drawn, and fails as `Superseded`.
 */
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
