/** Pixels in rows, as red, green, blue and opacity (bytes). */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** A rectangle in a picture (pixels). It may extend beyond the picture's edges. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Share {
  readonly at: number;
  readonly weight: number;
}

/** For each of `count` new pixels along one axis, the old pixels that it averages, with their weights. */
const computeShares = (from: number, size: number, length: number, count: number): readonly (readonly Share[])[] =>
  Array.from({ length: count }, (_, index) => {
    const [start, end] = [from + (index * size) / count, from + ((index + 1) * size) / count];
    // Repeat the nearest pixel when enlarging.
    if (end - start <= 1)
      return [{ at: Math.floor((start + end) / 2), weight: 1 }].filter(({ at }) => at >= 0 && at < length);
    const shares: Share[] = [];
    for (let at = Math.max(0, Math.floor(start)); at < Math.min(length, end); at += 1)
      shares.push({ at, weight: (Math.min(end, at + 1) - Math.max(start, at)) / (end - start) });
    return shares;
  });

/** Scales a part of a picture by averaging pixels. Pixels beyond the edges are clear. */
export const scalePixels = (of: Pixels, part: PicturePart, width: number, height: number): Pixels => {
  const rgba = new Uint8Array(width * height * 4);
  const columns = computeShares(part.left, part.width, of.width, width);
  const rows = computeShares(part.top, part.height, of.height, height);
  for (const [y, above] of rows.entries())
    for (const [x, across] of columns.entries()) {
      let [red, green, blue, cover] = [0, 0, 0, 0];
      for (const row of above)
        for (const column of across) {
          const at = (row.at * of.width + column.at) * 4;
          const weight = row.weight * column.weight * (of.rgba[at + 3] ?? 0);
          red += weight * (of.rgba[at] ?? 0);
          green += weight * (of.rgba[at + 1] ?? 0);
          blue += weight * (of.rgba[at + 2] ?? 0);
          cover += weight;
        }
      if (cover > 0) rgba.set([red / cover, green / cover, blue / cover, cover].map(Math.round), (y * width + x) * 4);
    }
  return { width, height, rgba };
};

/** The largest centered part with the shape of a box. In a tall picture: the upper part, with the face. */
export const centerCrop = (
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  box: Pick<Pixels, 'width' | 'height'>,
): PicturePart => {
  const scale = Math.min(width / box.width, height / box.height);
  const [across, down] = [box.width * scale, box.height * scale];
  return { left: (width - across) / 2, top: (height - down) / 4, width: across, height: down };
};

export const hasVisiblePixels = ({ rgba }: Pixels): boolean => {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 0) > 8) return true;
  return false;
};

/** For each EXIF orientation, where in the file to find a pixel of the upright picture. */
const orientations: Readonly<
  Record<number, (x: number, y: number, w: number, h: number) => readonly [number, number]>
> = {
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _w, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _w, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w) => [w - 1 - y, x],
};

/** Turns a picture upright, according to the EXIF orientation in its file. */
export const applyOrientation = (of: Pixels, orientation: number): Pixels => {
  const turn = orientations[orientation];
  if (turn === undefined) return of;
  // Orientations from 5 on are turned sideways.
  const [width, height] = orientation >= 5 ? [of.height, of.width] : [of.width, of.height];
  const [from, to] = [new Uint32Array(of.rgba.slice().buffer), new Uint32Array(width * height)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = turn(x, y, of.width, of.height);
      to[y * width + x] = from[fromY * of.width + fromX] ?? 0;
    }
  return { width, height, rgba: new Uint8Array(to.buffer) };
};
