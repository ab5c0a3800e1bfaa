import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { listed } from '../../core/text.ts';
import { writtenIn } from '../imports/written.ts';
import { foundryScene } from './foundry-scene.ts';
import type { MapSource, ReadMap } from './map-source.ts';
import { tiled } from './tiled.ts';
import { universalVtt } from './universal-vtt.ts';

const sources: readonly MapSource[] = [universalVtt, foundryScene, tiled];

/** So much of a map is read, in bytes: the picture is inside. */
export const longestMap = 10 * 1024 * 1024;
/** Pieces of wall that are read. */
const mostWalls = 20_000;
/** Points of all outlines together that are read. */
const mostPoints = 10_000;
const largest = 200;

/** The tools whose maps are read, in words. */
const formats = listed(
  sources.map(({ format }) => format),
  'or',
);

/** A map from a file or text of any tool that is known, with what it is called. Refuses what is none, too large, or has no size. */
export const readMap = (given: string): Result<ReadMap & { readonly format: string }, Refusal> => {
  const written = writtenIn(given, longestMap);
  if (!written.ok) return written;
  const { json } = written.value;
  const source = json === undefined ? undefined : sources.find(({ recognises }) => recognises(json));
  if (json === undefined || source === undefined) return refuse('no-map', { formats });
  const { format } = source;
  const read = source.read(json);
  if (!read.ok) return refuse('import-unfit', { format, problem: read.error });
  const { columns, rows, walls, outlines } = read.value.plan;
  const unfit = (problem: string) => refuse('import-unfit', { format, problem });
  if (
    !Number.isInteger(columns) ||
    !Number.isInteger(rows) ||
    columns < 1 ||
    rows < 1 ||
    columns > largest ||
    rows > largest
  )
    return unfit(phrase`it has to be 1 to ${largest} squares wide and high`);
  if (walls.length > mostWalls)
    return unfit(phrase`its walls have ${walls.length} pieces, at most ${mostWalls} are read`);
  const points = outlines.reduce((sum, { length }) => sum + length, 0);
  if (points > mostPoints) return unfit(phrase`its objects have ${points} points, at most ${mostPoints} are read`);
  return ok({ ...read.value, format });
};
