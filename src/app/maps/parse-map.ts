import { maxJsonLength, tooHeavyRefusal } from '../../core/json.ts';
import {
  isSameName,
  listed,
  ok,
  phrase,
  type Result,
  refuse,
  refuseImport,
  refuseInput,
  worded,
} from '../../core/message.ts';
import { childObjects, type PlainObject } from '../../core/plain-object.ts';
import { countLostWalls, type MapPlan } from '../../rules/grid/map-plan.ts';
import { parseMap } from '../../rules/grid/map-text.ts';
import { readImportInput } from '../input/import-input.ts';
import { foundryMapSource } from './foundry-scene.ts';
import { countLeftOut, cutMap, type MapInput, type MapSource, maxMapBytes } from './map-source.ts';
import { tiledMapSource } from './tiled.ts';
import { universalVttMapSource } from './universal-vtt.ts';

const sources: readonly MapSource[] = [universalVttMapSource, foundryMapSource, tiledMapSource];

const maxWalls = 20_000;
/** Maximum number of points in all outlines of a map together. */
const maxPoints = 10_000;
/** Maximum number of scenes that are read of one file. */
const maxScenes = 500;

/** The names of all map formats, joined for a sentence. */
const listFormats = () =>
  listed(
    sources.map(({ format }) => worded(format)),
    'or',
  );

/** Which map of a file to read, and which part of it. */
export interface MapChoice {
  /** The name or number of a scene. */
  readonly scene?: string | undefined;
  /** A rectangle of squares, like C5-AB40. Default: the whole map. */
  readonly part?: string | undefined;
}

/** Lists possible maps: the file, scenes of a list or adventure, or lines of a pack. */
const listCandidates = (given: string): Result<readonly PlainObject[]> => {
  const whole = given.replace(/^\uFEFF/, '').trim();
  const lines = whole.split(/\r?\n(?=\{)/);
  const isPack = lines.length > 1 && lines.every((each) => /^\{[\s\S]*\}\s*$/.test(each));
  const found: PlainObject[] = [];
  for (const each of isPack ? lines.slice(0, maxScenes) : [whole.startsWith('[') ? `{"scenes":${whole}}` : whole]) {
    const written = readImportInput(each, maxMapBytes, { longest: maxJsonLength, deepest: 34 });
    if (!written.ok) return written;
    if (written.value.json !== undefined) found.push(written.value.json);
  }
  return ok(found.flatMap((json) => ('scenes' in json ? childObjects(json.scenes) : [json])));
};

/** Finds the map to read in a file. Refuses a file without maps, and an unclear choice between several. */
const findMap = (given: string, scene: string | undefined) => {
  if (/^\uFEFF?\s*<[\s\S]{0,500}?map\s/.test(given))
    return refuseImport(
      tiledMapSource.format,
      'it is saved as .tmx; in Tiled, choose File, Export As, and save it as a JSON map file (.tmj)',
    );
  const candidates = listCandidates(given);
  if (!candidates.ok) return candidates;
  const maps = candidates.value.flatMap((json) => {
    const source = sources.find(({ recognises }) => recognises(json));
    return source === undefined ? [] : [{ json, source, name: String(json.name ?? '').slice(0, 60) }];
  });
  const [only] = maps;
  if (only === undefined) return refuse('no-map', { formats: listFormats() });
  const chosen = maps.find(({ name }) => isSameName(name, scene ?? '')) ?? maps[Number(scene) - 1];
  if (chosen !== undefined || (maps.length === 1 && scene === undefined)) return ok(chosen ?? only);
  const names = maps.slice(0, 40).map(({ name }, index) => `${index + 1} ${name}`.trim());
  const shown = `${names.join(', ')}${maps.length > names.length ? ' …' : ''}`;
  return refuseInput('scene', phrase`choose one by name or number: ${shown}`);
};

const describeLostWalls = (plan: MapPlan): readonly string[] => {
  const { walls, doors } = countLostWalls(plan);
  return [
    ...countLeftOut(
      walls,
      'wall that is not between two squares (too short, or at the rim)',
      'walls that are not between two squares (too short, or at the rim)',
    ),
    ...countLeftOut(
      doors,
      'door that is not between two squares, or has a wall across it',
      'doors that are not between two squares, or have a wall across them',
    ),
  ];
};

/** Parses a map of another tool. Refuses unknown formats, and maps that are too large. */
export const parseMapFile = (given: string, { scene, part }: MapChoice = {}): Result<MapInput> => {
  const found = findMap(given, scene);
  if (!found.ok) return found;
  const { json, source } = found.value;
  const { format } = source;
  const read = source.read(json);
  if (!read.ok) return refuseImport(format, read.error);
  const { walls, outlines } = read.value.plan;
  if (walls.length > maxWalls)
    return refuseImport(
      format,
      phrase`it has too many pieces of wall: ${walls.length}, where the limit is ${maxWalls}`,
    );
  const points = outlines.reduce((sum, { length }) => sum + length, 0);
  if (points > maxPoints)
    return refuseImport(format, phrase`its objects have too many points: ${points}, where the limit is ${maxPoints}`);
  const cut = cutMap({ ...read.value, format }, part);
  return cut.ok ? ok({ ...cut.value, leftOut: [...describeLostWalls(cut.value.plan), ...cut.value.leftOut] }) : cut;
};

/** True if the text is a map in our own text form: optional remarks, then a size. */
const isText = (given: string): boolean => /^\uFEFF?(\s*#[^\n;]*[\n;])*\s*\d{1,3}\s*[x×]\s*\d{1,3}/i.test(given);

/** Parses a map in our own text form or in another tool's format. */
export const readMapInput = (given: string, choice: MapChoice = {}): Result<MapInput> => {
  if (!isText(given)) return parseMapFile(given, choice);
  if (given.length > maxJsonLength) return tooHeavyRefusal;
  const format = 'a map in its text form';
  const plan = parseMap(given.replace(/^\uFEFF/, ''));
  return plan.ok ? cutMap({ plan: plan.value, leftOut: [], format }, choice.part) : refuseImport(format, plan.error);
};
