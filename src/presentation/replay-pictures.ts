import type { Scene } from './scene.ts';
import { type PictureElements, portraitHashes, sceneSvg } from './svg.ts';

/** Maximum number of pictures in a replay page, and their total size (bytes). */
const maxEmbeddedPictures = { pictures: 80, bytes: 1_000_000 } as const;

/** The id of a picture in SVG. */
const nameOf = (place: number): string => `#p${place}`;

const share = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Creates SVG elements that refer to pictures embedded in the page. */
const elementsFor = (placeOf: (hash: string) => number): PictureElements => ({
  portrait: (hash, radius) => {
    const [r, across] = [radius, 2 * radius].map((each) => Math.round(each * 10) / 10);
    return `<circle r="${r}" fill="#e8e8e8"/><image x="-${r}" y="-${r}" width="${across}" height="${across}" clip-path="url(#round)" href="${nameOf(placeOf(hash))}"/>`;
  },
  image: ({ hash, x, y, width, height, part, veil, veiled }) => {
    const box = `x="${x}" y="${y}" width="${width}" height="${height}"`;
    const href = nameOf(placeOf(hash));
    const drawn =
      part === undefined
        ? `<image ${box} preserveAspectRatio="xMidYMid slice" href="${href}"/>`
        : `<svg ${box} viewBox="${[part.left, part.top, part.across, part.down].map(share).join(' ')}" preserveAspectRatio="none"><image width="1" height="1" preserveAspectRatio="none" href="${href}"/></svg>`;
    return `<rect ${box} fill="${veil}"/>${drawn}<rect ${box} fill="${veil}" opacity="${veiled}"/>`;
  },
});

/** Collects a replay page's pictures while there is room: only those that scenes show, so that nothing hidden leaks. */
export const createReplayPictures = (
  images: ReadonlyMap<string, Uint8Array>,
  most: { readonly pictures: number; readonly bytes: number } = maxEmbeddedPictures,
) => {
  const taken = new Map<string, Uint8Array>();
  let bytes = 0;
  const take = (hash: string): void => {
    const image = images.get(hash);
    if (image === undefined || taken.has(hash)) return;
    if (taken.size >= most.pictures || bytes + image.length > most.bytes) return;
    taken.set(hash, image);
    bytes += image.length;
  };
  const elements = elementsFor((hash) => [...taken.keys()].indexOf(hash));
  return {
    /** Draws a scene as SVG that refers to embedded pictures. */
    draw: (scene: Scene): string => {
      for (const hash of portraitHashes(scene.shapes)) take(hash);
      return sceneSvg({ ...scene, pictures: taken }, elements);
    },
    /** The embedded pictures in the order of their indexes. */
    images: (): readonly Uint8Array[] => [...taken.values()],
  };
};
export type ReplayPictures = ReturnType<typeof createReplayPictures>;
