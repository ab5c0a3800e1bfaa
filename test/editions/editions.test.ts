import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { staleButtonAnswer } from '../../src/app/buttons/stale-button.ts';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import { exportBattle } from '../../src/battle/saved/export.ts';
import { readLedger, readViewExport, upcastExport } from '../../src/battle/saved/import.ts';
import type { LogEntry } from '../../src/battle/saved/log-entry.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import { upcastBattle, upcastEntry } from '../../src/battle/saved/upcast-battle.ts';
import { verifyBattle, verifyLedger } from '../../src/battle/saved/verify.ts';
import { alarmSchema, readAlarm } from '../../src/battle/saved/waits.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { parseCustomId } from '../../src/discord/custom-id.ts';
import { nameLookupShowingAll, questionForReader } from '../../src/rules/for-reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { someOf } from '../budget.ts';
import { newPostgres } from '../shared.ts';
import {
  editions,
  keptExports,
  keptJson,
  keptLines,
  keptNames,
  plain,
  type RestoredEdition,
  restoredEmbedded,
  restoredPostgres,
  rulesetOf,
} from './kept.ts';
import { toInsertableJob } from './saved-rows.ts';

/** What kept questions said, and what the same questions say now: one that is asked again has the present words. */
const rewordings = [
  [' take the attack that is made on ', ' take the attack on '],
  ['Take it for ', 'Take the attack for '],
  ['Let it pass', 'Do not take the attack'],
  ['Let pass', 'Let the mover pass'],
] as const;

const inPresentWords = (text: string): string =>
  rewordings.reduce((words, [then, present]) => words.replace(then, present), text);

/** The open question as the GM reads it, in the present words, whether they were saved as text or with references. */
const asked = ({ pending }: SavedBattle) => {
  if (pending === undefined) return undefined;
  const question = questionForReader(pending.question, nameLookupShowingAll);
  return {
    ...question,
    says: inPresentWords(question.says),
    choices: question.choices.map((choice) => ({ ...choice, label: inPresentWords(choice.label) })),
  };
};

const buttons = z.array(
  z.object({
    channel: z.string(),
    battle: z.string(),
    of: z.enum(['panel', 'guide']),
    whose: z.string().optional(),
    ids: z.array(z.object({ customId: z.string() })),
  }),
);

/** Long after everything that was kept. */
const now = () => Date.parse('2027-06-01T12:00:00Z');

const databases = [
  { where: 'embedded', restored: restoredEmbedded },
  { where: 'Postgres', restored: async (edition: string) => restoredPostgres(edition, await newPostgres()) },
] as const;

const restorings = databases.flatMap((each) => editions.map((edition) => ({ edition, ...each })));

describe.each(someOf(restorings, 2))('edition $edition, $where', ({ edition, where, restored: restoring }) => {
  let restored: RestoredEdition;
  let house: ReturnType<typeof composeApp>;
  let stores: ReturnType<typeof createDatabaseStores>;
  /** As they were kept, with their logs as they were written. */
  let battles: readonly { readonly saved: SavedBattle; readonly log: readonly LogEntry[] }[];
  const problems: unknown[] = [];

  beforeAll(async () => {
    restored = await restoring(edition);
    stores = createDatabaseStores(restored.database);
    house = composeApp({ stores, now, onError: (problem) => problems.push(problem) });
    const { rows } = await (restored.database.under.kind === 'embedded'
      ? restored.database.under.pglite.query('SELECT id FROM battles ORDER BY created_at, id')
      : restored.database.under.pool.query('SELECT id FROM battles ORDER BY created_at, id'));
    const ids = z.array(z.object({ id: z.string() })).parse(rows);
    const all = [];
    for (const { id } of ids) {
      const saved = await stores.battles.byId(id);
      if (saved !== undefined) all.push({ saved, log: await stores.battles.log(saved) });
    }
    battles = all;
  });
  afterAll(() => restored.database.close());

  let orders = 0;
  const asker = ({ guild, channel }: SavedBattle, user: string) => {
    orders += 1;
    return { user, name: 'Somebody', guild, channel, orderId: `later-${orders}`, manages: false };
  };

  /** What is in a battle's channel: of several that were fought there, the last. */
  const isThere = async (saved: SavedBattle): Promise<boolean> =>
    (await stores.battles.byChannel(saved.channel))?.id === saved.id;

  test('every battle is there, and its log, lifted, folds to its snapshot, lifted', () => {
    expect(battles.length).toBeGreaterThan(40);
    for (const { saved, log } of someOf(battles, 16)) {
      const ruleset = rulesetOf(saved);
      const lifted = upcastBattle(ruleset, saved);
      if (!lifted.ok) throw new Error(`${saved.table.name}: ${JSON.stringify(lifted.error)}`);
      const folded = foldLog(
        ruleset,
        log.map((entry) => upcastEntry(ruleset, entry)),
      );
      const opened = ruleset.openGame(plain(lifted.value.game));
      expect(plain(folded.game.save()), saved.table.name).toEqual(plain(opened.save()));
      expect(plain(folded.table), saved.table.name).toEqual(plain(lifted.value.table));
      expect(plain(folded.pending), saved.table.name).toEqual(plain(lifted.value.pending));
    }
  });

  test('the rows say what the exports of then say', () => {
    const kept = new Map(keptExports(edition).map((each) => [each.battle.id, each]));
    for (const { saved, log } of battles) {
      const then = kept.get(saved.id);
      if (then === undefined) continue;
      const rows = upcastExport(rulesetOf(saved), exportBattle(saved, log));
      if (rows.log.length === then.battle.log.length && where === 'embedded')
        expect(plain(rows), then.name).toEqual(plain(then.battle));
    }
  });

  test('the buttons that stood there mean a command that there is, and are not stale for the new release alone', async () => {
    const paths = house.dispatcher.commands.map(({ path }) => path.join(' '));
    const known = new Map(battles.map(({ saved }) => [saved.id, saved]));
    for (const { battle, whose, ids } of someOf(buttons.parse(keptJson(edition, 'buttons.json')), 40)) {
      const saved = known.get(battle);
      for (const { customId } of ids) {
        const press = parseCustomId(customId)?.press;
        expect(paths).toContain(press?.path.join(' '));
        if (saved === undefined || press?.moment === undefined || press.battle === undefined || where !== 'embedded')
          continue;
        const made = { battle: press.battle, version: press.moment };
        const late = await staleButtonAnswer(asker(saved, whose ?? saved.table.gm), made, house.services);
        expect(
          late === undefined || late.ok ? undefined : late.error,
          `${saved.table.name} ${customId}`,
        ).toBeUndefined();
      }
    }
  });

  test('opening lifts each unfinished battle once, with its question, and says so; nothing else of it is changed', async () => {
    for (const { saved, log } of battles) {
      const before = (await stores.battles.byId(saved.id)) ?? saved;
      const opened = await house.services.battles.openById(saved.id);
      expect(opened.ok || opened.error, saved.table.name).toBe(true);
      const after = (await stores.battles.byId(saved.id)) ?? saved;
      const fresh = await stores.battles.log(after);
      expect(plain(fresh.slice(0, log.length)), saved.table.name).toEqual(plain(log));
      const isOld = saved.edition.house < appEdition || saved.edition.rules < rulesetOf(saved).editions.present;
      const lifts = fresh.slice(log.length).filter(({ request }) => request.kind === 'lift');
      expect(lifts.length, saved.table.name).toBe(isOld && saved.status !== 'ended' ? 1 : 0);
      expect(after.edition.dice).toBe(saved.edition.dice);
      expect(asked(after), saved.table.name).toEqual(asked(saved));
      // In hand it is asked as it is asked now: with facts, and names by reference.
      const inHand = opened.ok ? opened.value.saved : after;
      expect(inHand.pending === undefined || inHand.pending.question.facts !== undefined, saved.table.name).toBe(true);
      expect(asked(inHand), saved.table.name).toEqual(asked(saved));
      expect(after.updatedAt).toBe(before.updatedAt);
    }
    expect(problems).toEqual([]);
  });

  test('/log, /battle status and /battle export answer everybody who may ask', async () => {
    for (const { saved } of someOf(battles, 6)) {
      if (!(await isThere(saved))) continue;
      for (const user of [saved.table.gm, ...Object.keys(saved.table.seats), 'stranger']) {
        for (const path of [['log'], ['battle', 'status']])
          expect((await house.dispatcher.run(path, asker(saved, user), {})).ok, saved.table.name).toBe(true);
      }
      const file = await house.dispatcher.run(['battle', 'export'], asker(saved, saved.table.gm), { format: 'html' });
      expect(file.ok && file.value.files.length, saved.table.name).toBe(1);
    }
  });

  test('the jobs that waited are alarms that can be rung', () => {
    expect(restored.jobs.length).toBeGreaterThan(0);
    const steps = restored.jobs.map((job) => readAlarm(toInsertableJob(job).data).step);
    expect(new Set(steps)).toEqual(new Set(alarmSchema.shape.step.options));
  });

  test('every unfinished battle plays on and is taken back: an answer to what is asked, or what is done by default', async () => {
    for (const { saved } of someOf(
      battles.filter(({ saved: { status } }) => status === 'active'),
      16,
    )) {
      const opened = await house.services.battles.openById(saved.id);
      if (!opened.ok) throw new Error(opened.error.code);
      const { pending, table } = opened.value.saved;
      const due = expectedActionsForViewer(opened.value, table.gm).find(({ auto }) => auto !== undefined);
      const issuer = (actor: string) => asker(saved, table.control[actor] ?? table.gm);
      const done =
        pending !== undefined
          ? await house.services.battles.answer(issuer(pending.question.to), pending.question.auto)
          : due?.auto !== undefined
            ? await house.services.battles.order(asker(saved, table.gm), { ...due.auto, actor: due.actor })
            : await house.services.battles.roll(asker(saved, table.gm), { notation: '2d6' }, undefined);
      expect(done.ok || done.error, `${saved.table.name} ${due?.actor}`).toBe(true);
      const undone = await house.dispatcher.run(['undo'], asker(saved, table.gm), {});
      expect(undone.ok || undone.error, saved.table.name).toBe(true);
      const after = await stores.battles.byId(saved.id);
      if (after === undefined) throw new Error(saved.table.name);
      const ruleset = rulesetOf(saved);
      const log = (await stores.battles.log(after)).map((entry) => upcastEntry(ruleset, entry));
      expect(plain(foldLog(ruleset, log).game.save()), saved.table.name).toEqual(plain(after.game));
      expect(verifyBattle(ruleset, upcastExport(ruleset, exportBattle(after, log))).passed, saved.table.name).toBe(
        true,
      );
    }
  });

  test('a person can be taken out of battles of then, running and over, and what is left holds together', async () => {
    const users = battles.flatMap(({ saved: { table } }) => Object.keys(table.seats));
    const [user] = [...new Set(users)].toSorted(
      (a, b) => users.filter((each) => each === b).length - users.filter((each) => each === a).length,
    );
    if (user === undefined) throw new Error('Nobody sits anywhere.');
    const erased = await house.services.privacy.erase({ user, pseudonym: 'gone-0123456789abcdef', orderId: 'erase' });
    expect(erased.battles).toBeGreaterThan(20);
    for (const { saved } of someOf(battles, 16)) {
      const after = await stores.battles.byId(saved.id);
      if (after === undefined) throw new Error(saved.table.name);
      const ruleset = rulesetOf(saved);
      const written = await stores.battles.log(after);
      expect(JSON.stringify([after.table, written]).includes(user), saved.table.name).toBe(false);
      const present = upcastBattle(ruleset, after);
      if (!present.ok) throw new Error(saved.table.name);
      const log = written.map((entry) => upcastEntry(ruleset, entry));
      const { checks } = verifyBattle(ruleset, upcastExport(ruleset, exportBattle(present.value, log)));
      expect(
        checks.filter(({ passed }) => !passed),
        saved.table.name,
      ).toEqual([]);
    }
  });

  test('campaigns, characters and servers of then are read, every setting pinned as it was', async () => {
    const guild = battles.find(({ saved }) => saved.guild !== undefined)?.saved.guild;
    const campaigns = await house.services.campaigns.list(guild);
    expect(campaigns.length).toBeGreaterThan(0);
    for (const { systems, rules } of campaigns)
      for (const system of systems) {
        const ruleset = rulesetOf({ system });
        const whole = ruleset.completeSettings(rules[system]);
        expect(whole.ok && plain(whole.value)).toEqual(plain(rules[system]));
      }
    const server = await house.services.servers.settings(guild ?? '');
    const pinned = Object.entries(server?.houseRules ?? {});
    for (const [system, rules] of pinned) {
      const whole = rulesetOf({ system }).completeSettings(rules);
      expect(whole.ok && plain(whole.value)).toEqual(plain(rules));
    }
    // A server of the first edition is pinned in every rulebook of then; later ones where they chose something.
    const { systems } = shapes.parse(keptJson(edition, 'shapes.json'));
    expect(pinned.length).toBe(edition === '1' ? Object.keys(systems).length : 2);
  });
});

describe.each(editions)('the files of edition %s', (edition) => {
  test('every battle verifies, dice and fold, and can be taken back to every entry', () => {
    const kept = keptExports(edition);
    expect(kept.length).toBeGreaterThan(40);
    const everyEntry = new Set(someOf(kept, 6));
    for (const one of someOf(kept, 16)) {
      const { name, battle } = one;
      const ruleset = rulesetOf(battle);
      const { checks } = verifyBattle(ruleset, battle);
      expect(
        checks.filter(({ passed }) => !passed),
        name,
      ).toEqual([]);
      const step = everyEntry.has(one) ? 1 : 10;
      for (let n = 0; n <= battle.log.length; n += step) {
        const { game } = foldLog(ruleset, battle.log.slice(0, n));
        if (n % 10 === 0) expect(plain(ruleset.openGame(plain(game.save())).save()), name).toEqual(plain(game.save()));
      }
    }
  });

  test('every ledger verifies, and every view is read', () => {
    const names = keptNames(edition);
    for (const name of someOf(
      names.filter((each) => each.endsWith('.dice.json')),
      12,
    )) {
      const ledger = readLedger(keptJson(edition, `exports/${name}`));
      expect(ledger.ok && verifyLedger(ledger.value).passed, name).toBe(true);
    }
    for (const name of names.filter((each) => each.endsWith('.view.json')))
      expect(readViewExport(keptJson(edition, `exports/${name}`)).ok, name).toBe(true);
  });
});

const moment = z.strictObject({
  system: z.string(),
  edition: z.int(),
  before: z.unknown(),
  events: z.array(z.looseObject({ type: z.string() })),
  after: z.unknown(),
});

const shapes = z.object({ systems: z.record(z.string(), z.object({ event: z.unknown() })) });

/** The types of events in a kept schema, also of unions within it. */
const typesIn = (schema: unknown): readonly string[] => {
  const { anyOf, oneOf, properties } = Object(schema);
  const type: unknown = Object(properties).type?.const;
  return typeof type === 'string' ? [type] : [...(anyOf ?? []), ...(oneOf ?? [])].flatMap(typesIn);
};

/** Events that every release reads, and none writes any more after that edition. */
const lastWritten: Readonly<Record<string, Readonly<Record<string, number>>>> = { 'sword-world': { hung: 2 } };

describe.each(editions)('the moments of edition %s', (edition) => {
  const moments = keptLines(edition, 'moments.jsonl').map((line) => moment.parse(line));
  const types = shapes.parse(keptJson(edition, 'shapes.json')).systems;

  test.each(rulesets)(
    '$id: the lifted battle before opens, and its lifted events make of it the lifted battle after',
    (ruleset) => {
      const { state, events: lifted } = ruleset.editions;
      for (const [at, { system, edition: from, before, events, after }] of moments.entries())
        if (system === ruleset.id)
          expect(
            plain(ruleset.openGame(state(from, before)).applyEvents(lifted(from, events)).save()),
            `line ${at + 1}`,
          ).toEqual(plain(ruleset.openGame(state(from, after)).save()));
    },
  );

  test.each(rulesets.filter(({ id }) => types[id] !== undefined))(
    '$id: every type of event of then is there',
    ({ id }) => {
      const shown = new Set(
        moments.filter(({ system }) => system === id).flatMap(({ events }) => events.map(({ type }) => type)),
      );
      const then = typesIn(types[id]?.event);
      expect(then.length).toBeGreaterThan(30);
      const gone = (type: string): boolean => Number(edition) > (lastWritten[id]?.[type] ?? Number(edition));
      expect(then.filter((type) => !shown.has(type) && !gone(type))).toEqual([]);
    },
  );
});
