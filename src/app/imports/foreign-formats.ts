import { phrase } from '../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import type { ImportInput } from '../../rules/spreadsheet.ts';

interface ForeignFormat {
  /** What it is called in a sentence. */
  readonly format: (json: PlainObject) => string;
  readonly matches: (json: PlainObject) => boolean;
}

const foundrySystem = ({ _stats: stats, flags }: PlainObject): string => {
  const source = isPlainObject(flags) && isPlainObject(flags.exportSource) ? flags.exportSource.system : undefined;
  const named = (isPlainObject(stats) ? stats.systemId : undefined) ?? source;
  return typeof named === 'string' ? named.slice(0, 40) : 'unknown';
};

/** What other tools write that is no sheet any rulebook here takes. */
const foreignFormats: readonly ForeignFormat[] = [
  { format: () => 'a map in Universal VTT', matches: (json) => 'resolution' in json && 'line_of_sight' in json },
  { format: () => 'a Foundry scene', matches: (json) => 'walls' in json && 'grid' in json },
  { format: () => 'a Tiled map', matches: ({ type, tilesets }) => type === 'map' && tilesets !== undefined },
  {
    format: (json) => phrase`an actor of the Foundry system ${foundrySystem(json)}`,
    matches: ({ items, type, system, data }) =>
      Array.isArray(items) && typeof type === 'string' && (isPlainObject(system) || isPlainObject(data)),
  },
  {
    format: () => 'CCFOLIA data that is not a character',
    matches: ({ kind, data }) => typeof kind === 'string' && isPlainObject(data),
  },
  {
    format: () => 'a battle exported from this bot',
    matches: ({ format, log }) => format !== undefined && log !== undefined,
  },
];

/** What a text is called that another tool wrote and no rulebook takes as a sheet; nothing where that is not known. */
export const foreignFormatName = ({ json, text: given }: ImportInput): string | undefined => {
  if (json === undefined) return /^<\?xml|^<[a-z]/i.test(given) ? 'XML from another tool' : undefined;
  return foreignFormats.find(({ matches }) => matches(json))?.format(json);
};
