import { LRUCache } from 'lru-cache';
import type { Scene } from '../presentation/scene.ts';
import { sceneSvg } from '../presentation/svg.ts';
import { renderThread } from './render-thread.ts';

const draw = renderThread();

/** Pictures of battles that stand as they stood, as bytes of 24 MB at most: many look at the same one. */
const drawn = new LRUCache<Scene, Uint8Array>({ maxSize: 24_000_000, sizeCalculation: ({ length }) => length + 1 });

/** A scene as a PNG file. The same scene is drawn once. */
export const scenePng = async (scene: Scene): Promise<Uint8Array> => {
  const known = drawn.get(scene);
  if (known !== undefined) return known;
  const png = await draw(sceneSvg(scene));
  drawn.set(scene, png);
  return png;
};
