import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createProgressLine, formatProgress } from '../../src/core/progress.ts';
import { benchLoad, benchThroughput } from './load.ts';
import { benchLongLog } from './long-log.ts';
import { type Measured, shown, tableOf } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPictures } from './pictures.ts';
import { benchPlayouts } from './playouts.ts';
import { benchRoundTrip } from './round-trip.ts';
import { benchRules } from './rules.ts';
import { benchWeb } from './web.ts';

/** The benchmarks, each with its measurements or a table. */
const benches: Readonly<Record<string, () => Promise<readonly Measured[] | string>>> = {
  rules: benchRules,
  playouts: benchPlayouts,
  pictures: benchPictures,
  memory: benchMemory,
  'long-log': benchLongLog,
  'round-trip': benchRoundTrip,
  throughput: benchThroughput,
  neighbours: benchNeighbours,
  web: benchWeb,
  load: benchLoad,
};

/** Benchmarks that take minutes, run only by name. */
const named = ['load'];

const page = fileURLToPath(new URL('../../docs/appendix/bench.md', import.meta.url));
const heading = `# What it costs

Appendix: measurements by \`npm run bench\`. Each part says when, on what machine and at what load. A load above the number of cores makes times longer. \`npm run bench -- memory\` measures one part; \`load\` runs only if named. Budgets are for two idle cores.
`;

/** The parts of the page, by name, with their headings. */
const partsOn = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', part.trimEnd()]),
  );

const [{ model = 'unknown' } = {}] = cpus();
const machine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, Node.js ${process.versions.node}, ${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)}`;

const wanted = process.argv.slice(2);
const parts = partsOn(existsSync(page) ? readFileSync(page, 'utf8') : '');
const chosen = Object.entries(benches).filter(([name]) =>
  wanted.length > 0 ? wanted.includes(name) : !named.includes(name),
);
for (const [at, [name, bench]] of chosen.entries()) {
  const { show, end } = createProgressLine(process.stderr, () => performance.now());
  show(`${name}: ${formatProgress(at + 1, chosen.length, 'parts')}`);
  const measured = await bench();
  end();
  const table = typeof measured === 'string' ? measured : tableOf(measured);
  console.log(typeof measured === 'string' ? measured : measured.map(shown).join('\n'));
  parts.set(name, `## ${name}\n\n${machine()}\n\n${table}`);
}
const names = Object.keys(benches).flatMap((name) => parts.get(name) ?? []);
writeFileSync(page, `${[heading, ...names].join('\n\n').replaceAll(/\n{3,}/g, '\n\n')}\n`);
process.exit(0);
