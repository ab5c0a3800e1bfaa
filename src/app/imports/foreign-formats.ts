import { phrase } from '../../core/language.ts';
import { isTree, type Tree } from '../../core/tree.ts';
import type { ImportInput } from '../../rules/imports.ts';

interface Known {
  /** What it is called in a sentence. */
  readonly format: (json: Tree) => string;
  readonly is: (json: Tree) => boolean;
}

const foundrySystem = ({ _stats: stats, flags }: Tree): string => {
  const source = isTree(flags) && isTree(flags.exportSource) ? flags.exportSource.system : undefined;
  const named = (isTree(stats) ? stats.systemId : undefined) ?? source;
  return typeof named === 'string' ? named.slice(0, 40) : 'unknown';
};

/** What other tools write that is no sheet any rulebook here takes. */
const known: readonly Known[] = [
  { format: () => 'a map in Universal VTT', is: (json) => 'resolution' in json && 'line_of_sight' in json },
  { format: () => 'a Foundry scene', is: (json) => 'walls' in json && 'grid' in json },
  { format: () => 'a Tiled map', is: ({ type, tilesets }) => type === 'map' && tilesets !== undefined },
  {
    format: (json) => phrase`an actor of the Foundry system ${foundrySystem(json)}`,
    is: ({ items, type, system, data }) =>
      Array.isArray(items) && typeof type === 'string' && (isTree(system) || isTree(data)),
  },
  {
    format: () => 'something of CCFOLIA that is not a character',
    is: ({ kind, data }) => typeof kind === 'string' && isTree(data),
  },
  {
    format: () => 'a file of everything somebody keeps, for /character import',
    is: ({ format, things }) => typeof format === 'string' && Array.isArray(things),
  },
  { format: () => 'a battle exported from here', is: ({ format, log }) => format !== undefined && log !== undefined },
];

/** What a text is called that another tool wrote and no rulebook takes as a sheet; nothing where that is not known. */
export const foreignFormatName = ({ json, text: given }: ImportInput): string | undefined => {
  if (json === undefined) return /^<\?xml|^<[a-z]/i.test(given) ? 'XML of another tool' : undefined;
  return known.find(({ is }) => is(json))?.format(json);
};
