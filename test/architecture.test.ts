import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isAmong } from './paths.ts';
import { childrenOf, type Node, treeOf } from './syntax.ts';

/** Files and what they may import. `*` in a path is one folder, and the same folder in `may`. */
interface Layer {
  readonly at: readonly string[];
  readonly may: readonly string[];
  readonly packages?: readonly string[];
}

/** Allowed imports, lowest layer first. Anything else is forbidden, and a file that fits no layer is an error. */
const layers: readonly Layer[] = [
  // The reader's language is stored in the async context.
  { at: ['src/core/message.ts'], may: ['src/core/memoize.ts'], packages: ['node:async_hooks'] },
  { at: ['src/core/'], may: ['src/core/'] },
  {
    at: ['src/languages/'],
    may: ['src/core/'],
    packages: ['gettext-parser', 'node:fs', 'node:path'],
  },
  // Only this file creates a log, so that it alone decides what is logged.
  { at: ['src/log/log.ts'], may: [], packages: ['pino'] },
  {
    at: ['src/dice/order-dice.ts'],
    may: ['src/core/memoize.ts', 'src/dice/'],
    packages: ['node:crypto', 'seedrandom'],
  },
  { at: ['src/dice/power-table.ts'], may: [], packages: ['node:fs'] },
  { at: ['src/dice/'], may: ['src/core/', 'src/dice/'] },
  { at: ['src/rules/rulebook.ts'], may: [], packages: ['node:fs'] },
  {
    at: ['src/rules/presets.ts'],
    may: ['src/core/memoize.ts', 'src/rules/definition.ts'],
    packages: ['node:fs', 'zod'],
  },
  { at: ['src/rules/'], may: ['src/core/', 'src/dice/', 'src/rules/'], packages: ['zod'] },
  { at: ['src/systems/index.ts'], may: ['src/rules/', 'src/systems/'] },
  { at: ['src/systems/*/'], may: ['src/core/', 'src/dice/', 'src/rules/', 'src/systems/*/'], packages: ['zod'] },
  {
    at: ['src/battle/'],
    may: ['src/core/', 'src/dice/', 'src/rules/', 'src/battle/'],
    packages: ['lru-cache', 'zod', 'node:crypto', 'node:util'],
  },
  { at: ['src/library/'], may: ['src/core/', 'src/rules/', 'src/battle/', 'src/library/'], packages: ['zod'] },
  {
    at: ['src/campaign/'],
    may: ['src/core/', 'src/rules/', 'src/battle/', 'src/library/', 'src/campaign/'],
    packages: ['zod', 'luxon', 'lru-cache'],
  },
  {
    at: ['src/simulation/'],
    may: ['src/core/', 'src/dice/', 'src/rules/', 'src/systems/', 'src/simulation/'],
    packages: ['node:os', 'node:worker_threads'],
  },
  { at: ['src/presentation/'], may: ['src/core/', 'src/dice/', 'src/rules/', 'src/presentation/'] },
  {
    at: ['src/persistence/'],
    may: ['src/core/', 'src/battle/', 'src/campaign/', 'src/library/', 'src/persistence/'],
    packages: [
      'zod',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:fs/promises',
      'node:os',
      'node:module',
      'node:path',
      'node:stream',
      'node:stream/promises',
      'node:timers/promises',
      'node:url',
      'node:v8',
      'node:worker_threads',
      'node:zlib',
      'nanotar',
      'pg',
      'lru-cache',
      'pglite-prisma-adapter',
      '@electric-sql/pglite',
      '@electric-sql/pglite-tools/pg_dump',
      '@prisma/adapter-pg',
      '@prisma/client',
    ],
  },
  { at: ['src/app/verbs/read-intents.ts'], may: ['src/app/input/everyday-words.ts'], packages: ['node:fs'] },
  // Only this file of the app starts threads.
  { at: ['src/app/queues/worker-queue.ts'], may: ['src/app/'], packages: ['node:events', 'node:worker_threads'] },
  // Only this file decodes pictures of users.
  {
    at: ['picture-thread', 'picture-worker', 'pixels', 'reencode', 'upload-head', 'web-assembly.d', 'webp'].map(
      (name) => `src/app/pictures/${name}.ts`,
    ),
    may: ['src/core/', 'src/app/pictures/', 'src/app/queues/'],
    packages: [
      '@jsquash/webp/decode.js',
      '@jsquash/webp/encode.js',
      '@resvg/resvg-js',
      'image-size',
      'node:crypto',
      'node:fs',
      'node:url',
      'node:worker_threads',
    ],
  },
  {
    at: ['src/app/'],
    may: [
      ...['src/core/', 'src/dice/', 'src/rules/', 'src/battle/', 'src/campaign/', 'src/library/'],
      ...['src/presentation/', 'src/app/'],
      // The type of a simulation request. The app needs neither policies nor threads.
      'src/simulation/simulation-request.ts',
    ],
    packages: ['lru-cache', 'zod', 'minisearch'],
  },
  {
    at: ['commands/'],
    may: [
      'src/core/',
      'src/dice/',
      'src/rules/',
      'src/systems/',
      'src/battle/',
      'src/campaign/',
      'src/library/',
      'src/presentation/',
      'src/app/',
      'commands/',
    ],
    packages: ['zod', 'node:crypto'],
  },
  // A picture uses native memory, which the thread collects on demand, at low priority.
  {
    at: ['src/discord/render-worker.ts'],
    may: ['src/presentation/', 'src/discord/palette-png.ts', 'src/discord/scene-images.ts'],
    packages: ['@resvg/resvg-js', 'node:os', 'node:url', 'node:v8', 'node:vm', 'node:worker_threads'],
  },
  {
    at: ['src/discord/'],
    may: ['src/core/', 'src/app/', 'src/rules/', 'src/presentation/', 'src/discord/', 'src/log/'],
    packages: [
      'discord.js',
      'lru-cache',
      'prom-client',
      '@resvg/resvg-js',
      'node:async_hooks',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:http',
      'node:os',
      'node:timers/promises',
      'node:url',
      'node:worker_threads',
      'node:zlib',
      'zod',
    ],
  },
  {
    at: ['src/console/'],
    may: ['src/core/', 'src/rules/', 'src/app/', 'src/presentation/', 'src/console/'],
    packages: ['node:fs', 'node:readline/promises', 'node:util'],
  },
  {
    at: ['src/web/'],
    may: ['src/core/', 'src/rules/', 'src/app/', 'src/presentation/', 'src/web/'],
    packages: [
      'hono',
      'hono/body-limit',
      'hono/compress',
      'hono/cookie',
      'hono/html',
      'hono/http-exception',
      'hono/secure-headers',
      'hono/streaming',
      'lru-cache',
      'node:crypto',
      'node:fs',
      'node:module',
      'node:timers/promises',
      'zod',
    ],
  },
  {
    at: ['src/referee/'],
    may: ['src/core/', 'src/dice/', 'src/rules/', 'src/battle/', 'src/referee/'],
    packages: ['zod'],
  },
  // Reading a file may wait, an answer may not.
  {
    at: ['src/wiring/file-worker.ts'],
    may: ['src/app/imports/', 'src/core/', 'src/systems/index.ts', 'src/wiring/'],
    packages: ['node:os', 'node:worker_threads'],
  },
  {
    at: ['src/main.ts', 'src/wiring/', 'src/cli/'],
    may: ['src/', 'commands/'],
    packages: [
      '@hono/node-server',
      'zod',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:v8',
      'node:module',
      'node:path',
      'node:perf_hooks',
      'node:process',
      'node:readline',
      'node:url',
      'node:util',
      'node:vm',
      'node:worker_threads',
    ],
  },
];

const filesIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((name) => name.endsWith('.ts') && !name.includes('/generated/'));

const sources = ['src', 'commands'].flatMap(filesIn);

const importsIn = (file: string, source: string): readonly string[] =>
  [...source.matchAll(/^(?:import|export)\b[^;']*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm)]
    .map(([, from, bare, late]) => from ?? bare ?? late ?? '')
    .map((name) => (name.startsWith('.') ? join(dirname(file), name) : name));

const importsOf = (file: string): readonly string[] => importsIn(file, readFileSync(file, 'utf8'));

/** The imports of a file at run time, without types. */
const valuesOf = (file: string): readonly string[] =>
  importsIn(
    file,
    readFileSync(file, 'utf8').replaceAll(
      /^(?:import|export) (?:type\b[^;']*?|\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}) from '[^']+';/gm,
      '',
    ),
  );

/** The paths with the rulebook folder of `file` in place of `*`. */
const withFolder = (paths: readonly string[], file: string): readonly string[] =>
  paths.map((path) => path.replace('*', /^src\/systems\/([^/]+)\//.exec(file)?.[1] ?? '*'));

const breaches = (file: string): readonly string[] => {
  const layer = layers.find(({ at }) => isAmong(withFolder(at, file), file));
  if (layer === undefined) return [`${file} belongs to no layer`];
  const open = withFolder(layer.may, file);
  return importsOf(file)
    .filter((name) =>
      /^(src|commands)\//.test(name) ? !open.some((path) => name.startsWith(path)) : !layer.packages?.includes(name),
    )
    .map((name) => `${file} may not import ${name}`);
};

test('imports go down the layers only', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(breaches)).toEqual([]);
});

/** True if the path is in a rulebook's folder and is none of its `open` files. */
const isInsideSystem = (path: string, open: readonly string[]): boolean => {
  const [, inner] = /^src\/systems\/[^/]+\/(.*)\.ts$/.exec(path) ?? [];
  return inner !== undefined && !open.includes(inner);
};

test('files outside a rulebook import only its index', () => {
  const outside = sources.filter((file) => !file.startsWith('src/systems/'));
  const inner = (name: string) => isInsideSystem(name, ['index']);
  expect(
    outside.flatMap((file) =>
      importsOf(file)
        .filter(inner)
        .map((name) => `${file}: ${name}`),
    ),
  ).toEqual([]);
});

test('tests import only the index and state of a rulebook, and what inner.ts beside its tests names', () => {
  const tests = filesIn('test').filter((file) => !/^test\/systems\/[^/]+\/inner\.ts$/.test(file));
  const inner = (name: string) => isInsideSystem(name, ['index', 'state']);
  expect(tests.length).toBeGreaterThan(100);
  expect(
    tests.flatMap((file) =>
      importsOf(file)
        .filter(inner)
        .map((name) => `${file}: ${name}`),
    ),
  ).toEqual([]);
});

test('only answers, panels, the outbox and characters’ speech send messages', () => {
  const mayTalk = [
    ...['src/discord/respond.ts', 'src/discord/interaction.ts', 'src/discord/answer-sequels.ts'],
    ...[
      'src/discord/answer-recovery.ts',
      'src/discord/panel-messages.ts',
      'src/discord/channels.ts',
      'src/discord/speech.ts',
    ],
  ];
  const talks = /\.(send|edit|reply|editReply|followUp|createDM|editMessage|setAvailableTags)\(/;
  const shells = sources.filter((file) => file.startsWith('src/discord/') && !mayTalk.includes(file));
  expect(shells.filter((file) => talks.test(readFileSync(file, 'utf8')))).toEqual([]);
  const transport = /\b(transport|channels)\.(post|direct|tagPost|panel|answer)\b/;
  const house = sources.filter((file) => !isAmong(['src/discord/', 'src/console/'], file));
  expect(house.filter((file) => transport.test(readFileSync(file, 'utf8'))).toSorted()).toEqual([
    'src/app/delivery.ts',
    'src/app/outbox/channel-watch.ts',
    'src/wiring/compose.ts',
  ]);
});

/**
 * The folders of the battle service, in the order in which they may import each other. Loose files are the entry
 * points.
 */
const battleRooms = ['editions', 'saved', 'views', 'decide', 'commit', 'operations'];

test('the battle service imports in one direction, from operations to saved shapes', () => {
  const rank = (file: string): number => {
    const [, , room = '', inner] = file.split('/');
    return inner === undefined ? battleRooms.length : battleRooms.indexOf(room);
  };
  const files = sources.filter((file) => file.startsWith('src/battle/'));
  expect(files.filter((file) => rank(file) < 0)).toEqual([]);
  expect(
    files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('src/battle/') && rank(name) > rank(file))
        .map((name) => `${file} looks up to ${name}`),
    ),
  ).toEqual([]);
});

/** Groups of files in which each reaches every other by imports (Tarjan); from `importsOf` types count too. */
const cyclesAmong = (files: readonly string[], imports = importsOf): readonly (readonly string[])[] => {
  const links = new Map(files.map((file) => [file, imports(file)]));
  const place = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  /** The lowest place of an open file that this one reaches. */
  const visit = (file: string): number => {
    const mine = place.size;
    place.set(file, mine);
    const { length } = open;
    open.push(file);
    let lowest = mine;
    for (const name of links.get(file) ?? []) {
      if (!links.has(name)) continue;
      const known = place.get(name);
      if (known === undefined) lowest = Math.min(lowest, visit(name));
      else if (open.includes(name)) lowest = Math.min(lowest, known);
    }
    if (lowest === mine) {
      const cycle = open.splice(length);
      if (cycle.length > 1) cycles.push(cycle.toSorted());
    }
    return lowest;
  };
  for (const file of files) if (!place.has(file)) visit(file);
  return cycles;
};

test('no two folders of the app import each other, not even types', () => {
  const folderOf = (file: string): string | undefined => /^src\/app\/([^/]+)\//.exec(file)?.[1];
  const pairs = new Set(
    sources.flatMap((file) =>
      importsOf(file).flatMap((name) => {
        const [from, to] = [folderOf(file), folderOf(name)];
        return from === undefined || to === undefined || from === to ? [] : [`${from} ${to}`];
      }),
    ),
  );
  expect([...pairs].filter((pair) => pairs.has(pair.split(' ').toReversed().join(' ')))).toEqual([]);
  expect(pairs.size).toBeGreaterThan(50);
});

test('commands and the services they call pick the services they need', () => {
  // The wiring creates all services, and the dispatcher passes each command the ones it names.
  const mayTakeAll = ['src/app/services.ts', 'src/app/dispatcher.ts', 'src/app/command-kit/command.ts'];
  const takesAll = /(?<!\bPick<\s*)\bServices\b(?!\[)|: Command\b(?:\['\w+'\])? =(?!>)/;
  const app = sources.filter((file) => isAmong(['src/app/', 'commands/'], file) && !mayTakeAll.includes(file));
  const withoutImports = (source: string): string => source.replaceAll(/^import [^;]*;$/gm, '');
  expect(app.filter((file) => takesAll.test(withoutImports(readFileSync(file, 'utf8'))))).toEqual([]);
});

test('the battle service and the app have no import cycles, types included', () => {
  expect(cyclesAmong(sources.filter((file) => isAmong(['src/battle/', 'src/app/'], file)))).toEqual([]);
});

test('an import cycle has at most three files, types included', () => {
  expect(cyclesAmong(sources).filter(({ length }) => length > 3)).toEqual([]);
});

test('no files import each other in a cycle at run time', () => {
  expect(cyclesAmong(sources, valuesOf)).toEqual([]);
});

/** Everything that is loaded when a file runs. */
const loadedBy = (file: string): ReadonlySet<string> => {
  const loaded = new Set([file]);
  for (const each of loaded)
    if (existsSync(each) && each.endsWith('.ts')) for (const name of valuesOf(each)) loaded.add(name);
  return loaded;
};

/** Parsers of users' files and pasted texts. A large one takes seconds. */
const userFileParsers = [
  ...['src/app/imports/import-sheets.ts', 'src/app/input/import-input.ts'],
  ...['src/app/imports/file-readers.ts', 'src/app/maps/parse-map.ts', 'src/app/maps/tiled.ts'],
  ...['src/app/maps/foundry-scene.ts', 'src/app/maps/universal-vtt.ts'],
  ...['src/app/library/read-library-file.ts', 'src/core/csv.ts'],
];
const userPictureParsers = ['src/app/pictures/reencode.ts', 'src/app/pictures/pixels.ts'];

test('only worker threads parse users’ files', () => {
  const main = loadedBy('src/main.ts');
  expect(main.size).toBeGreaterThan(500);
  expect([...userFileParsers, ...userPictureParsers].filter((file) => main.has(file))).toEqual([]);
  const [files, pictures] = [loadedBy('src/wiring/file-worker.ts'), loadedBy('src/app/pictures/picture-worker.ts')];
  expect(userFileParsers.filter((file) => !files.has(file))).toEqual([]);
  expect(userPictureParsers.filter((file) => !pictures.has(file))).toEqual([]);
  // The importers of rulebooks are loaded with the rulebooks, but only the parsers call them or read XML.
  const sourceOf = (file: string): string => readFileSync(file, 'utf8');
  const outside = sources.filter((file) => !isAmong(['src/rules/', 'src/systems/'], file));
  expect(outside.filter((file) => /\bimporters\b|\.spreadsheet\b/.test(sourceOf(file)))).toEqual([
    'src/app/imports/import-sheets.ts',
  ]);
  expect(sources.filter((file) => valuesOf(file).includes('src/core/xml.ts'))).toEqual([
    'src/systems/sword-world/imports/importers.ts',
  ]);
  expect(sources.filter((file) => valuesOf(file).includes('src/core/json.ts')).toSorted()).toEqual([
    ...['src/app/input/import-input.ts', 'src/app/maps/parse-map.ts'],
    // A board of at most 64 KB comes with an order, and 20,000 brackets take milliseconds.
    'src/systems/dskull/board/text.ts',
    // The refusal alone.
    'src/wiring/file-thread.ts',
  ]);
});

/** Who parses JSON, and why it is neither large nor strange. */
const parsesJson = [
  // The only parser of uploads: it checks the size first.
  'src/core/json.ts',
  // A few words of an option: a value of a setting or of a sheet.
  ...['src/app/input/setting-text.ts', 'src/app/input/sheets.ts'],
  ...['src/referee/protocol.ts'],
  // Our own files.
  ...['src/dice/power-table.ts', 'src/rules/presets.ts'],
  // Data that the bot wrote.
  ...['src/app/campaigns/carry-over.ts', 'src/app/records/record-service.ts', 'src/app/replies/reply.ts'],
  // It checks the bot's signature first.
  'src/web/seats.ts',
];

test('users’ JSON is parsed in one place, and nowhere with a reviver', () => {
  const calls = sources.flatMap((file) => {
    const found: Node[] = [];
    const visit = (node: Node): void => {
      if (node.type === 'CallExpression') found.push(node);
      childrenOf(node).forEach(visit);
    };
    const source = readFileSync(file, 'utf8');
    if (source.includes('JSON.parse(')) visit(treeOf(file, source));
    return found
      .filter(({ start }) => source.startsWith('JSON.parse(', start))
      .map((call) => ({ file, arguments: call.arguments }));
  });
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter((call) => Object(call.arguments).length !== 1)).toEqual([]);
  const ours = ['src/battle/saved/', 'src/campaign/', 'src/cli/', 'src/discord/', 'src/persistence/'];
  const others = new Set(calls.map(({ file }) => file).filter((file) => !isAmong(ours, file)));
  expect([...others].toSorted()).toEqual(parsesJson.toSorted());
});

/**
 * Generator functions that are created while an order runs. Each stays on the heap, with all it refers to, until a full
 * collection.
 */
const madeGenerators = (source: string): readonly string[] =>
  [...source.matchAll(/^.*\bfunction\* ?\(.*$/gm)]
    .map(([line]) => line.trim())
    .filter((line) => !line.startsWith('resolve: '));

test('rules create no generator functions while they run', () => {
  expect(madeGenerators('  yield* phase(draft, function* (more) {')).toHaveLength(1);
  const rulings = sources.filter((file) => isAmong(['src/rules/', 'src/systems/'], file));
  expect(rulings.flatMap((file) => madeGenerators(readFileSync(file, 'utf8')))).toEqual([]);
});

/**
 * Getters of object literals that are created while a function runs. Each keeps what it refers to on the heap until a
 * full collection.
 */
const madeGetters = (file: string, source: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: Node, isWithin: boolean): void => {
    if (isWithin && node.type === 'Property' && node.kind === 'get')
      found.push(`${file}: ${source.slice(node.start).split('\n', 1)[0]}`);
    for (const child of childrenOf(node)) visit(child, isWithin || /Function/.test(node.type));
  };
  visit(treeOf(file, source), false);
  return found;
};

test('rules create no object getters while they run', () => {
  expect(madeGetters('a.ts', 'const plan = (made: () => string) => ({ get label() { return made(); } });')).toEqual([
    'a.ts: get label() { return made(); } });',
  ]);
  expect(
    madeGetters('a.ts', 'const form = { get pages() { return []; } }; class Late { get label() { return 1; } }'),
  ).toEqual([]);
  // Presets are created once, at startup.
  const rulings = sources.filter(
    (file) => isAmong(['src/rules/', 'src/systems/'], file) && file !== 'src/rules/presets.ts',
  );
  expect(rulings.flatMap((file) => madeGetters(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('each import of our own files exists', () => {
  const missing = sources.flatMap((file) =>
    importsOf(file)
      .filter((name) => /^(src|commands)\//.test(name) && !name.includes('/generated/') && !existsSync(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/**
 * Files that inspect rendered texts, how often, and why no visibility depends on it. A new use needs a reference in the
 * message, a value in the event or a field of the view instead.
 */
const lookedInto: Readonly<Record<string, number>> = {
  // Texts saved by older releases: names in them when a user is erased, the text of a field, `fixed` for a sum without
  // dice.
  'src/battle/operations/pseudonymize.ts': 1,
  'src/systems/sword-world/dice.ts': 1,
  // Texts that a user typed: a name with its mark, a value, a reason, the effect of a botch.
  'src/battle/decide/redact-input.ts': 1,
  'src/systems/sword-world/corrections.ts': 1,
  'src/systems/sword-world/combat-end.ts': 1,
  'src/systems/skure/turns.ts': 1,
  'src/systems/straalara/botches.ts': 1,
  'commands/battle.ts': 1,
  // A person searches the log, the rules and the options.
  'src/app/records/record-builder.ts': 2,
  'src/app/input/everyday-words.ts': 1,
  'src/app/input/rule-search.ts': 2,
  'src/app/verbs/intents.ts': 1,
  'src/app/command-kit/command.ts': 2,
  // The headings of a rulebook.
  'src/rules/rulebook.ts': 4,
  // The effect of a hidden roll: the new marks.
  'src/battle/views/log-lines.ts': 1,
  // Typography: truncation, joining with a dot, a short letter for a figure.
  'src/app/command-kit/refusal-messages.ts': 1,
  'src/presentation/card.ts': 1,
  'src/presentation/figure-labels.ts': 1,
};

const wording =
  '(?:says|label|phase|what|why|sentence|told|line|outcome|title|note|notes|mark|marks|footer|message|reason)';
const methods = '(?:includes|replace|replaceAll|startsWith|endsWith|match|matchAll|indexOf|lastIndexOf|split|search)';
const looking = [
  new RegExp(`(?:\\b${wording}|\\w\\.text)\\??\\.${methods}\\(`, 'g'),
  // `text` alone is mostly typed by a user: it may be parsed, but not searched.
  /(?<!\w\.)\btext\.(?:includes|replaceAll|startsWith|endsWith|match|matchAll|indexOf|lastIndexOf)\(/g,
  new RegExp(`\\.(?:test|exec)\\((?:[\\w.?]+\\.)?(?:${wording}|(?<=\\w\\.)text)\\)`, 'g'),
  /\.(?:text|says|label|title|sentence|note|footer) [!=]== ['"`]\w/g,
  // The heading of a field of a card begins with a capital letter, an id does not.
  /\.name [!=]== '[A-Z]/g,
  /\bnew RegExp\(/g,
  /replace(?:All)?\([^\n]*somebody/g,
];

const timesLookedInto = (source: string): number =>
  looking.reduce((sum, pattern) => sum + [...source.matchAll(pattern)].length, 0);

test.each([
  "if (offer.label.split(' ', 1)[0] === 'D4') go();",
  'lines.filter(({ text }) => text.startsWith(name));',
  "lines.filter((each) => each.text.split(':').length > 1);",
  "fields.find((field) => field.name === 'Awaited');",
  '/dead|killed/.test(view.outcome);',
  '/^1 space$/.exec(note);',
  "awaited.what.replace('to ', '');",
  'preset.title.match(/^Example/);',
  "if (line.text === 'Nothing happens.') return;",
  'if (hidden.some((name) => says.includes(name))) return;',
])('the check finds code that inspects a rendered text: %s', (offence) => {
  expect(timesLookedInto(offence)).toBe(1);
});

test('no code decides anything by a rendered text', () => {
  const folders = [
    ...['src/battle/', 'src/app/', 'src/rules/', 'src/systems/'],
    ...['src/presentation/', 'src/campaign/', 'src/referee/', 'commands/'],
  ];
  const found = sources
    .filter((file) => isAmong(folders, file))
    .map((file): readonly [string, number] => [file, timesLookedInto(readFileSync(file, 'utf8'))])
    .filter(([, times]) => times > 0);
  expect(Object.fromEntries(found)).toEqual(lookedInto);
});
