import crypto from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createMemoryStores } from '../src/wiring/memory-stores.ts';
import { createPracticeApp } from '../src/wiring/practice-app.ts';

/** The files and stack frames of one console `/attack`. */
interface AttackPath {
  /** The named functions that it enters, by source file. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Our functions between the first die and the typed line, innermost first. */
  readonly frames: readonly string[];
}

const root = fileURLToPath(new URL('../', import.meta.url));
const isOurs = (path: string): boolean => /^(src|commands)\//.test(path);
const fromRoot = (url: string): string => url.replace(/^file:\/\//, '').replace(root, '');

const preparations = [
  'as mara: /battle create system:skure name:The ford size:9x8',
  'as ada: /battle join preset:swordsman name:Ada side:company',
  'as mara: /npc add preset:zombie',
  'as mara: /battle place Ada to:B4 facing:E',
  'as mara: /battle place Zombie to:C4 facing:W',
  'as mara: /battle start',
];

/** Calls a function at the first die, which is keyed by a digest. */
const watchFirstDie = (onDie: (stack: string) => void): (() => void) => {
  const { createHmac } = crypto;
  crypto.createHmac = (...given) => {
    onDie(new Error().stack ?? '');
    return createHmac(...given);
  };
  syncBuiltinESMExports();
  return () => {
    crypto.createHmac = createHmac;
    syncBuiltinESMExports();
  };
};

/** Plays a battle at the practice table and traces one attack. */
const followAttack = async (): Promise<AttackPath> => {
  let ids = 0;
  const { table, close } = createPracticeApp({
    stores: createMemoryStores(),
    now: () => Date.UTC(2026, 0, 1),
    newId: () => `order-${++ids}`,
    style: { colour: false },
    seed: () => '5eed'.repeat(16),
  });
  for (const line of preparations) {
    const heard = await table.handleLine(line);
    if (heard.kind !== 'said') throw new Error(`${line}: ${JSON.stringify(heard)}`);
  }
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let stack = '';
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const unwatch = watchFirstDie((at) => {
    stack ||= at;
  });
  const heard = await table.handleLine('as ada: /attack Zombie');
  unwatch();
  Error.stackTraceLimit = before;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  await close();
  if (heard.kind !== 'said' || stack === '') throw new Error(`No die fell: ${JSON.stringify(heard)}`);
  const files = new Map<string, string[]>();
  for (const { url, functions } of result) {
    const path = fromRoot(url);
    if (!isOurs(path)) continue;
    const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ functionName }) => functionName);
    if (ran.length > 0) files.set(path, [...new Set(ran)].filter((name) => name !== '').toSorted());
  }
  const frames = stack
    .split('\n')
    .flatMap((line) => /at (.*?)\(?file:\/\/(.*?):\d+\)?$/.exec(line)?.slice(1, 3).join('') ?? [])
    .map((frame) => frame.replace(root, ''))
    .filter((frame) => /(^| )(src|commands)\//.test(frame));
  // The frames that derive the dice key are below the die.
  return { files, frames: frames.slice(frames.findIndex((frame) => frame.includes('roll '))) };
};

const { files, frames } = await followAttack();
for (const [file, functions] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${file}: ${functions.join(', ')}`);
console.log(`\nFrom the first die to the line that was typed:\n${frames.join('\n')}`);
const toChapter = frames.slice(frames.findIndex((frame) => /resolve .*attack\/attack\.ts/.test(frame)));
const functions = [...files.values()].flat().length;
console.log(
  `\n${files.size} files, ${functions} named functions, ${frames.length} frames to the die, ${toChapter.length} to the chapter`,
);
process.exit(0);
