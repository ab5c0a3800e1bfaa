import crypto from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { exportBattle, exportLedger } from '../../src/battle/saved/export.ts';
import type { LogEntry } from '../../src/battle/saved/log-entry.ts';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import { type AlarmData, alarmSchema } from '../../src/battle/saved/waits.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { toComponents } from '../../src/discord/controls.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { writtenMoments } from './kept-moments.ts';
import { phaseSays, playedPhases, systemCodes } from './played-battles.ts';
import {
  playedByHand,
  playedCampaign,
  playedElsewhere,
  playedPeople,
  playedPrivacy,
  playedShell,
  playedTable,
} from './played-house.ts';
import { playedRest } from './rare-events.ts';
import { dumpRows, runInSnapshot } from './saved-rows.ts';
import { eventTypes, savedShapes, tableEventTypes } from './saved-shapes.ts';
import { guild, people, type Stage, stage } from './stage.ts';

const [edition, part] = process.argv.slice(2);
if (edition === undefined || !/^\d+$/.test(edition) || (part !== undefined && part !== 'moments'))
  throw new Error('Usage: npm run keep-edition -- <n> [moments]');
const folder = new URL(`./${edition}/`, import.meta.url);

const release = String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version);

/** The same ids every time, in both databases: battles, campaigns and characters are named by the next one. */
const countedIds = (): void => {
  let count = 0;
  crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}` as crypto.UUID;
  syncBuiltinESMExports();
};

interface Kept {
  readonly saved: SavedBattle;
  readonly log: readonly LogEntry[];
}

const keptBattles = async ({ stores: { battles } }: Stage): Promise<readonly Kept[]> => {
  const kept: Kept[] = [];
  for (const where of [guild, undefined])
    for (const { id } of (await battles.list(where)).toReversed()) {
      const saved = await battles.byId(id);
      if (saved !== undefined) kept.push({ saved, log: await battles.log(saved) });
    }
  return kept.toSorted((a, b) => a.saved.createdAt - b.saved.createdAt);
};

/** An alarm of every step waits, also of those that play rings at once. */
const allAlarms = async ({ stores: { alarms, waits }, now }: Stage, battles: readonly Kept[]): Promise<AlarmData[]> => {
  const data: AlarmData[] = [];
  const steps = alarmSchema.shape.step.options;
  for (const { saved } of battles.filter(({ saved: { status } }) => status === 'active'))
    for (const { battle, actor, kind, since } of (await waits.forBattle(saved.id)).slice(0, 1)) {
      const step = steps[data.length];
      if (step === undefined) return data;
      const alarm = { battle, actor, kind, since, step, due: now() + 3_600_000, tries: 0 };
      await alarms.set({ after: 3_600_000, data: alarm });
      data.push(alarm);
    }
  return data;
};

/** `rest`: also what is there only so that everything has happened once. */
const everything = async (house: Stage, rest: boolean): Promise<void> => {
  await playedPeople(house);
  await playedPhases(house);
  for (const play of [playedTable, playedByHand, playedCampaign, playedElsewhere, playedPrivacy]) await play(house);
  if (rest) await playedRest(house);
  await playedShell(house);
  if (house.problems.length > 0)
    throw new Error(`Something went wrong beside the orders: ${house.problems.join('; ')}`);
};

/** Plays everything in a fresh database, and gives its rows. `look` sees the house before it is closed. */
const playedIn = async (
  databaseUrl: string | undefined,
  look: (house: Stage, battles: readonly Kept[], alarms: readonly AlarmData[]) => Promise<void> = async () => {},
): Promise<string> => {
  countedIds();
  const database = await openDatabase({ databaseUrl, dataDir: undefined });
  const house = stage(() => createDatabaseStores(database));
  await everything(house, databaseUrl === undefined);
  const battles = await keptBattles(house);
  const alarms = await allAlarms(house, battles);
  await look(house, battles, alarms);
  const rows = await runInSnapshot(database.under, async (query) => {
    const lines: string[] = [];
    for await (const line of dumpRows(query, { release, at: house.now() })) lines.push(line);
    return `${lines.join('\n')}\n`;
  });
  await database.close();
  return rows;
};

const write = (name: string, content: string | Uint8Array): void => {
  writeFileSync(new URL(name, folder), content);
};
const writeJson = (name: string, value: unknown): void => write(name, `${JSON.stringify(value)}\n`);

const fileName = ({ saved }: Kept): string =>
  saved.table.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

interface ButtonsOf {
  readonly channel: string;
  readonly battle: string;
  readonly of: 'panel' | 'guide';
  /** Who sees the message: everybody, or one person. */
  readonly whose: string | undefined;
  readonly ids: readonly { readonly label: string; readonly customId: string; readonly values?: readonly string[] }[];
}

const idsIn = (controls: Parameters<typeof toComponents>[0]): ButtonsOf['ids'] =>
  toComponents(controls).rows.flatMap(({ components }) =>
    components.flatMap((each) => {
      if ('options' in each)
        return [
          {
            label: each.placeholder ?? '',
            customId: each.custom_id,
            values: each.options.map(({ value }) => value),
          },
        ];
      return 'custom_id' in each && 'label' in each ? [{ label: each.label ?? '', customId: each.custom_id }] : [];
    }),
  );

/** The buttons that stand under panels of unfinished battles, and those of orders given half way. */
const standingButtons = async (house: Stage, battles: readonly Kept[]): Promise<readonly ButtonsOf[]> => {
  const standing: ButtonsOf[] = [];
  for (const { saved } of battles.filter(({ saved: { status } }) => status !== 'ended')) {
    const at = { channel: saved.channel, battle: saved.id };
    const panel = await house.panelSource(saved.id);
    if (panel === undefined) continue;
    standing.push({ ...at, of: 'panel', whose: undefined, ids: idsIn(panel.turn.reply.controls) });
    const battle = await house.table(saved.channel, saved.guild === undefined).open();
    const [due] = expectedActionsForViewer(battle, saved.table.gm);
    const user = saved.table.control[due?.actor ?? ''] ?? saved.table.gm;
    const name = Object.entries(people).find(([, id]) => id === user)?.[0] ?? user;
    for (const verb of due?.verbs ?? []) {
      const table = house.table(saved.channel, saved.guild === undefined);
      const answer = await table.halfWay(name, { verb, ...(due && { as: due.actor }) });
      if (answer === undefined || answer.length === 0) continue;
      standing.push({ ...at, of: 'guide', whose: user, ids: idsIn(answer) });
      break;
    }
  }
  return standing;
};

interface Coverage {
  readonly of: string;
  readonly all: number;
  readonly missing: readonly string[];
}

const coverage = (battles: readonly Kept[]): readonly Coverage[] => {
  const of = (name: string, all: readonly string[], seen: readonly unknown[]): Coverage => {
    const types = new Set(seen.map((event) => String(Object(event).type)));
    return { of: name, all: all.length, missing: all.filter((type) => !types.has(type)) };
  };
  const events = (system: string): readonly unknown[] =>
    battles.filter(({ saved }) => saved.system === system).flatMap(({ log }) => log.flatMap((entry) => entry.events));
  return [
    of(
      'the table',
      tableEventTypes,
      battles.flatMap(({ log }) => log.flatMap(({ table }) => table)),
    ),
    ...Object.keys(systemCodes).map((system) => of(system, eventTypes(system), events(system))),
  ];
};

const readme = (battles: readonly Kept[]): string => {
  const rows = battles.map(
    ({ saved, log }) =>
      `| ${saved.table.name} | ${saved.system} | ${saved.status} | ${log.length} | ${saved.pending === undefined ? (phaseSays(saved.table.name) ?? '') : 'an order waits for an answer'} |`,
  );
  const lacking = coverage(battles).map(
    ({ of, all, missing }) =>
      `- ${of}: ${all - missing.length} of ${all} types of events${missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`}`,
  );
  return `# Edition ${edition}

Saved data as release ${release} wrote it, made by \`npm run keep-edition -- ${edition}\`. It is never changed: later releases must open it, play it on, take it back,
verify it and export it.

${lacking.join('\n')}

| battle | rulebook | status | entries | what it is |
|---|---|---|---|---|
${rows.join('\n')}
`;
};

const writtenFiles = async (house: Stage, battles: readonly Kept[], alarms: readonly AlarmData[]): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['exports', 'replays']) mkdirSync(new URL(`${name}/`, folder), { recursive: true });
  for (const kept of battles) {
    writeJson(`exports/${fileName(kept)}.json`, exportBattle(kept.saved, kept.log));
    if (kept.saved.status === 'ended')
      writeJson(`exports/${fileName(kept)}.dice.json`, exportLedger(kept.saved, kept.log));
  }
  for (const system of Object.keys(systemCodes))
    for (const kept of battles.filter(
      ({ saved: { table } }) => /^\S+ (?:ended|hidden)$/.test(table.name) && table.name.startsWith(`${system} `),
    )) {
      const table = house.table(kept.saved.channel);
      const [view] = (await table.typed('as ada: /battle export format:json')).files;
      write(`exports/${fileName(kept)}.view.json`, view?.content ?? '');
      const [page] = (await table.typed('as ada: /battle export format:html')).files;
      if (kept.saved.status === 'ended') write(`replays/${system}.html`, page?.content ?? '');
    }
  writeJson('buttons.json', await standingButtons(house, battles));
  writeJson('jobs.json', alarms);
  writeJson('shapes.json', savedShapes());
  write('README.md', readme(battles));
  for (const { of, all, missing } of coverage(battles))
    console.log(`${of}: ${all - missing.length} of ${all} types of events. Missing: ${missing.join(', ') || 'none'}.`);
  console.log(`${battles.length} battles, ${battles.reduce((sum, { log }) => sum + log.length, 0)} entries.`);
};

const writtenBattles = async (): Promise<void> => {
  write('embedded.jsonl', await playedIn(undefined, writtenFiles));
  const server = await realPostgres();
  try {
    write('postgres.jsonl', await playedIn(server.url));
  } finally {
    await server.end();
  }
};

if (part === undefined) await writtenBattles();
writtenMoments(edition);
