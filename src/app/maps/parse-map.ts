import { maxJsonLength, tooHeavyRefusal } from '../../core/json.ts';
import { listed, ok, phrase, type Result, refuse } from '../../core/message.ts';
import { parseMap } from '../../rules/grid/map-text.ts';
import { readImportInput } from '../input/import-input.ts';
import { foundryMapSource } from './foundry-scene.ts';
import { type MapSource, maxMapBytes, type ParsedMap, sizeProblem } from './map-source.ts';
import { tiledMapSource } from './tiled.ts';
import { universalVttMapSource } from './universal-vtt.ts';

const sources: readonly MapSource[] = [universalVttMapSource, foundryMapSource, tiledMapSource];

const maxWalls = 20_000;
/** Maximum number of points in all outlines of a map together. */
const maxPoints = 10_000;

/** The names of all map formats, joined for a sentence. */
const formats = listed(
  sources.map(({ format }) => format),
  'or',
);

/** A parsed map and the name of its format. */
export interface MapInput extends ParsedMap {
  readonly format: string;
}

/** Parses a map of another tool. Refuses unknown formats, and maps that are too large. */
export const parseMapFile = (given: string): Result<MapInput> => {
  const written = readImportInput(given, maxMapBytes, { longest: maxJsonLength, deepest: 32 });
  if (!written.ok) return written;
  const { json } = written.value;
  const source = json === undefined ? undefined : sources.find(({ recognises }) => recognises(json));
  if (json === undefined || source === undefined) return refuse('no-map', { formats });
  const { format } = source;
  const read = source.read(json);
  if (!read.ok) return refuse('import-unfit', { format, problem: read.error });
  const { walls, outlines } = read.value.plan;
  const unfit = (problem: string) => refuse('import-unfit', { format, problem });
  const size = sizeProblem(read.value.plan);
  if (size !== undefined) return unfit(size);
  if (walls.length > maxWalls)
    return unfit(phrase`its walls have ${walls.length} pieces, but the limit is ${maxWalls}`);
  const points = outlines.reduce((sum, { length }) => sum + length, 0);
  if (points > maxPoints) return unfit(phrase`its objects have ${points} points, but the limit is ${maxPoints}`);
  return ok({ ...read.value, format });
};

/** True if the text is a map in our own text form: optional remarks, then a size. */
const isText = (given: string): boolean => /^\uFEFF?(\s*#[^\n;]*[\n;])*\s*\d{1,3}\s*[x×]\s*\d{1,3}/i.test(given);

/** Parses a map in our own text form or in another tool's format. */
export const readMapInput = (given: string): Result<MapInput> => {
  if (!isText(given)) return parseMapFile(given);
  if (given.length > maxJsonLength) return tooHeavyRefusal;
  const plan = parseMap(given.replace(/^\uFEFF/, ''));
  return plan.ok
    ? ok({ plan: plan.value, leftOut: [], format: 'a map in its text form' })
    : refuse('import-unfit', { format: 'a map in its text form', problem: plan.error });
};
