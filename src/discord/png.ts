import type { Scene } from '../presentation/scene.ts';
import { sceneSvg } from '../presentation/svg.ts';
import { renderThread } from './render-thread.ts';

const draw = renderThread();

/** A scene as a PNG file. */
export const scenePng = (scene: Scene): Promise<Uint8Array> => draw(sceneSvg(scene));
