import { gzipSync } from 'node:zlib';
import type { Attached } from './discord/fake/slash-line.ts';
import { aPng } from './pictures/uploads.ts';

/** A file that would freeze or kill a bot that parsed it on its event loop. */
export interface HeavyFile {
  readonly what: string;
  readonly line: string;
  readonly file: Attached;
  /** The sentence that its uploader reads. */
  readonly says: string | RegExp;
}

const tooHeavy =
  'The file is too large or too deeply nested: at most 1 MB of text is read, pictures inside it not counted. Remove what is not needed or split the file, then attach it again.';
const noText = (name: string): string => `The file ${name} is not a text in UTF-8; save it so and attach it again.`;

const filled = (head: string, middle: string, length: number, tail: string): string =>
  head + middle.repeat(Math.floor((length - head.length - tail.length) / middle.length)) + tail;

const megabyte = 1_048_576;

const tiled = (side: number): string => {
  const layer = { type: 'tilelayer', name: 'blocked', data: Array(side * side).fill(1) };
  const size = { width: side, height: side, tilewidth: 10, tileheight: 10 };
  return JSON.stringify({ type: 'map', tilesets: [], orientation: 'orthogonal', ...size, layers: [layer] });
};

const map = '/library import kind:map name:Heap file:it';
const sheet = '/library import system:sword-world name:Heap file:it';
const tiledProblem = (side: number): string =>
  `That is a Tiled map, but it cannot be imported: it is ${side} × ${side} squares and at most 200 can be read; choose a part, like part:A1-AN40.`;

/** A document type whose entities would grow to a billion words. */
const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** One heavy file of each kind. */
export const heavyFiles = (): readonly HeavyFile[] => [
  {
    what: 'a map of 3.2 million objects',
    line: map,
    file: { name: 'map.uvtt', content: filled('{"resolution":{},"portals":[', '{},', 9_600_000, '{}]}') },
    says: tooHeavy,
  },
  {
    what: 'a map of 4.8 million lists',
    line: map,
    file: { name: 'map.json', content: filled('[', '[],', 9_600_000, '[]]') },
    says: tooHeavy,
  },
  {
    what: 'a character of a million brackets, each within the last',
    line: sheet,
    file: { name: 'deep.json', content: filled('{"weapons":', '[', megabyte, '') },
    says: 'That is not JSON: brackets are nested too deeply.',
  },
  {
    what: 'a character of 350,000 weapons',
    line: sheet,
    file: { name: 'arms.json', content: filled('{"weapons":[', '{},', megabyte, '{}]}') },
    says: tooHeavy,
  },
  {
    what: 'a character of half a million numbers',
    line: sheet,
    file: { name: 'numbers.json', content: filled('{"weapons":[', '0,', megabyte, '0]}') },
    says: tooHeavy,
  },
  {
    what: 'a character of as many weapons as are read',
    line: sheet,
    file: { name: 'most.json', content: filled('{"kind":"pc","weapons":[', '{},', 290_000, '{}]}') },
    says: /^(?:The file is too large|That is not a unit for Sword World)/,
  },
  {
    what: 'a Tiled map of 400 × 400',
    line: map,
    file: { name: '400.tmj', content: tiled(400) },
    says: tiledProblem(400),
  },
  {
    what: 'a Tiled map of 700 × 700',
    line: map,
    file: { name: '700.tmj', content: tiled(700) },
    says: tiledProblem(700),
  },
  { what: 'a Tiled map of 2,000 × 2,000', line: map, file: { name: '2000.tmj', content: tiled(2000) }, says: tooHeavy },
  {
    what: 'a map in words that blocks every square 9,000 times',
    line: map,
    file: { name: 'map.txt', content: filled('200x200; blocked ', 'A1-GR200 ', 90_000, '') },
    says: 'That is a map in its text form, but it cannot be imported: the text names more than 40000 squares, repeated ones counted again.',
  },
  {
    what: 'XML whose entities grow',
    line: sheet,
    file: {
      name: 'laughs.xml',
      content: `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${laughs}]><character>&l10;</character>`,
    },
    says: /^That is XML from another tool/,
  },
  {
    what: 'XML of 250,000 elements',
    line: sheet,
    file: { name: 'wide.xml', content: filled('<character>', '<a/>', megabyte, '</character>') },
    says: 'That is a character of Udonarium, but it cannot be imported: the XML is too large or nested too deeply.',
  },
  {
    what: 'a table of a million cells',
    line: sheet,
    file: { name: 'cells.csv', content: filled('name,', 'a,', 2_000_000, '') },
    says: 'That is too long: at most 1048576 characters.',
  },
  {
    what: 'a table of half a million cells in one row',
    line: sheet,
    file: { name: 'row.csv', content: filled('name,', 'a,', megabyte, '') },
    says: 'That is a spreadsheet, but it cannot be imported: line 1 has more than 200 cells.',
  },
  {
    what: 'a packed file that would grow to a gigabyte',
    line: sheet,
    file: { name: 'bomb.gz', content: gzipSync(Buffer.alloc(64 * megabyte)) },
    says: noText('bomb.gz'),
  },
  {
    what: 'a library file of 290,000 things',
    line: '/library import file:it',
    file: {
      name: 'library.json',
      content: filled('{"format":"brotherhood-master/library@1","things":[', '{},', 290_000, '{}]}'),
    },
    says: /^(?:The file is too large|That is a library file, but it cannot be imported)/,
  },
  {
    what: 'a picture that says it has 3.6 billion pixels',
    line: '/character portrait name:Ann picture:it',
    file: { name: 'huge.png', content: aPng(60_000, 60_000, 1) },
    says: /^That picture has 60000 × 60000 pixels\./,
  },
];
