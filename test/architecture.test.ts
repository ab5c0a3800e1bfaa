import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

interface Layer {
  readonly at: RegExp;
  readonly may: readonly string[];
  readonly packages?: readonly string[];
}

/** Who may import whom, lowest first. What is not listed is forbidden; a file that fits no layer is an error. */
const layers: readonly Layer[] = [
  { at: /^src\/core\//, may: ['src/core/'] },
  // Nobody else makes a log: what gets into one is settled there.
  { at: /^src\/log\.ts$/, may: [], packages: ['pino'] },
  { at: /^src\/dice\/(entropy|stream)\.ts$/, may: ['src/dice/'], packages: ['node:crypto', 'seedrandom'] },
  { at: /^src\/dice\//, may: ['src/core/', 'src/dice/'] },
  { at: /^src\/rules\/rulebook\.ts$/, may: [], packages: ['node:fs'] },
  { at: /^src\/rules\//, may: ['src/core/', 'src/dice/', 'src/rules/'], packages: ['zod'] },
  { at: /^src\/systems\/index\.ts$/, may: ['src/rules/', 'src/systems/'] },
  { at: /^(src\/systems\/[^/]+\/)/, may: ['src/core/', 'src/dice/', 'src/rules/', '$1'], packages: ['zod'] },
  {
    at: /^src\/battle\//,
    may: ['src/core/', 'src/dice/', 'src/rules/', 'src/battle/'],
    packages: ['zod', 'node:crypto', 'node:util'],
  },
  {
    at: /^src\/campaign\//,
    may: ['src/core/', 'src/rules/', 'src/battle/', 'src/campaign/'],
    packages: ['zod', 'luxon'],
  },
  { at: /^src\/presentation\//, may: ['src/core/', 'src/dice/', 'src/rules/', 'src/presentation/'] },
  {
    at: /^src\/persistence\//,
    may: ['src/core/', 'src/battle/', 'src/campaign/', 'src/persistence/'],
    packages: [
      'zod',
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:os',
      'node:module',
      'node:path',
      'node:stream',
      'node:stream/promises',
      'node:timers/promises',
      'node:url',
      'node:zlib',
      'pg',
      'lru-cache',
      'pg-boss',
      'pglite-prisma-adapter',
      '@electric-sql/pglite',
      '@prisma/adapter-pg',
      '@prisma/client',
      '@prisma/driver-adapter-utils',
      '@prisma/schema-engine-wasm',
      '@prisma/schema-engine-wasm/schema_engine_bg',
    ],
  },
  // Nobody else of the app has threads.
  { at: /^src\/app\/worker-line\.ts$/, may: ['src/app/'], packages: ['node:events', 'node:worker_threads'] },
  {
    at: /^src\/app\//,
    may: ['src/core/', 'src/dice/', 'src/rules/', 'src/battle/', 'src/campaign/', 'src/presentation/', 'src/app/'],
    packages: ['zod', 'minisearch'],
  },
  {
    at: /^commands\//,
    may: [
      'src/core/',
      'src/dice/',
      'src/rules/',
      'src/systems/',
      'src/battle/',
      'src/campaign/',
      'src/presentation/',
      'src/app/',
      'commands/',
    ],
    packages: ['zod', 'node:crypto'],
  },
  {
    at: /^src\/discord\//,
    may: ['src/core/', 'src/app/', 'src/rules/', 'src/presentation/', 'src/discord/', 'src/log.ts'],
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
      'node:timers/promises',
      'node:url',
      'node:worker_threads',
      'zod',
    ],
  },
  {
    at: /^src\/console\//,
    may: ['src/core/', 'src/rules/', 'src/app/', 'src/presentation/', 'src/console/'],
    packages: ['node:fs', 'node:readline/promises', 'node:util'],
  },
  {
    at: /^src\/referee\//,
    may: ['src/core/', 'src/dice/', 'src/rules/', 'src/battle/', 'src/referee/'],
    packages: ['zod'],
  },
  {
    at: /^src\/[\w-]+\.ts$/,
    may: ['src/', 'commands/'],
    packages: [
      'zod',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:module',
      'node:path',
      'node:process',
      'node:readline',
      'node:url',
      'node:util',
      'node:worker_threads',
    ],
  },
];

const sources = ['src', 'commands'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((name) => name.endsWith('.ts') && !name.includes('/generated/')),
);

const importsOf = (file: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b[^;']*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ]
    .map(([, from, bare, late]) => from ?? bare ?? late ?? '')
    .map((name) => (name.startsWith('.') ? join(dirname(file), name) : name));

const breaches = (file: string): readonly string[] => {
  const layer = layers.find(({ at }) => at.test(file));
  if (layer === undefined) return [`${file} belongs to no layer`];
  const own = layer.at.exec(file)?.[1] ?? '';
  const open = layer.may.map((path) => path.replace('$1', own));
  return importsOf(file)
    .filter((name) =>
      /^(src|commands)\//.test(name) ? !open.some((path) => name.startsWith(path)) : !layer.packages?.includes(name),
    )
    .map((name) => `${file} may not import ${name}`);
};

test('imports run down the layers, never up and never across', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(breaches)).toEqual([]);
});

test('nobody outside a system imports more of it than its index', () => {
  const outside = sources.filter((file) => !file.startsWith('src/systems/'));
  const inner = (name: string) => /^src\/systems\/[^/]+\/(?!index\.ts)/.test(name);
  expect(
    outside.flatMap((file) =>
      importsOf(file)
        .filter(inner)
        .map((name) => `${file}: ${name}`),
    ),
  ).toEqual([]);
});

test('nothing is said but by answers, panels and the outbox', () => {
  const mayTalk = /^src\/discord\/(respond|interaction|answer-again|panel|places)\.ts$/;
  const talks = /\.(send|edit|reply|editReply|followUp|createDM|editMessage|setAvailableTags)\(/;
  const shells = sources.filter((file) => /^src\/discord\//.test(file) && !mayTalk.test(file));
  expect(shells.filter((file) => talks.test(readFileSync(file, 'utf8')))).toEqual([]);
  const transport = /\b(transport|places)\.(post|direct|mark|panel|answer)\b/;
  const house = sources.filter((file) => !/^src\/(discord|console)\//.test(file));
  expect(house.filter((file) => transport.test(readFileSync(file, 'utf8')))).toEqual([
    'src/compose.ts',
    'src/app/delivering.ts',
    'src/app/watching.ts',
  ]);
});

test('every import of our own is there', () => {
  const missing = sources.flatMap((file) =>
    importsOf(file)
      .filter((name) => /^(src|commands)\//.test(name) && !name.includes('/generated/') && !existsSync(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/**
 * Where words for people are looked into all the same, how often, and why that decides nothing about who is told what. A new place
 * needs a reference in the message, a value in the event or a field of the view instead.
 */
const lookedInto: Readonly<Record<string, number>> = {
  // Words that older releases saved are renamed when somebody leaves; the mark on a typed name is taken off.
  'src/battle/forgetting.ts': 1,
  'src/battle/veil.ts': 1,
  // A person searches the log, the rules and the options.
  'src/app/log-filter.ts': 2,
  'src/app/rule-search.ts': 2,
  'src/app/completing.ts': 2,
  // The headings of a rulebook, and the short letters of a figure on a picture.
  'src/rules/rulebook.ts': 2,
  'src/presentation/picture/names.ts': 1,
  // A list of settings, and a report on a warband that holds no battle yet.
  'src/systems/segment/words.ts': 1,
  'commands/warband/page.ts': 1,
  // Fixed words of the rulebook, each at the head of its own sentence.
  'src/systems/sword-world/narrate.ts': 1,
};

const looking = [
  /\b(?:text|says|label|phase|what|why|sentence|told|line|outcome)\??\.(?:includes|replaceAll|startsWith|endsWith|match|matchAll|indexOf|lastIndexOf)\(/g,
  /\.(?:test|exec)\(\w+\.(?:text|says|label|phase|what)\)/g,
  /\bnew RegExp\(/g,
  /replace(?:All)?\([^\n]*somebody/g,
];

test('nothing is decided on finished words', () => {
  const folders = /^(?:src\/(?:battle|app|rules|systems|presentation|campaign|referee)|commands)\//;
  const found = sources
    .filter((file) => folders.test(file))
    .map((file): readonly [string, number] => {
      const text = readFileSync(file, 'utf8');
      return [file, looking.reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0)];
    })
    .filter(([, times]) => times > 0);
  expect(Object.fromEntries(found)).toEqual(lookedInto);
});
