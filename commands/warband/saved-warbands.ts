import { z } from 'zod';
import type { Asker } from '../../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../../src/app/commands/autocomplete.ts';
import { type Command, defineCommand } from '../../src/app/commands/command.ts';
import { describeImportedSheets, toImportText } from '../../src/app/imports/import-lines.ts';
import { importOptions } from '../../src/app/imports/import-options.ts';
import { createSheetsRequest, readSheets } from '../../src/app/imports/read-file.ts';
import { findPreset, presetOffers } from '../../src/app/input/sheets.ts';
import { createPrivateView } from '../../src/app/replies/reply.ts';
import type { Services } from '../../src/app/services.ts';
import { counted, phrase } from '../../src/core/language.ts';
import { type Refusal, refuse } from '../../src/core/refusal.ts';
import { ok, type Result } from '../../src/core/result.ts';
import { card } from '../../src/presentation/card.ts';
import { type Line, line } from '../../src/rules/lines.ts';
import { textParam } from '../../src/rules/params.ts';
import {
  dskull,
  hindrances,
  validated,
  type Warband,
  warbandLines,
  writtenWarband,
} from '../../src/systems/dskull/index.ts';
import {
  checkWarbandName,
  deleteWarband,
  findWarband,
  findWarbandSettings,
  loadDraft,
  saveDraft,
  saveWarband,
  warbandNames,
} from './drafts.ts';
import { buildEditorPage } from './editor-page.ts';
import { savedReply } from './make.ts';

const examples = Object.values(dskull.presets).map(({ title }) => title);

const complete: Command['complete'] = async (asker, option, typed, _soFar, services) => {
  if (option === 'preset') return matchingOffers(presetOffers([dskull]), typed);
  return option === 'name' ? matchingOffers(toOffers(await warbandNames(asker, services)), typed) : [];
};

interface ImportedWarband {
  readonly warband: Warband;
  /** What was taken of a table, and what was left out. */
  readonly origin: readonly Line[];
}

const readWarband = async (
  asker: Asker,
  input: { readonly json?: string | undefined; readonly file?: string | undefined; readonly name?: string | undefined },
  services: Pick<Services, 'rulesets' | 'readFile'>,
): Promise<Result<ImportedWarband, Refusal>> => {
  const wanted = createSheetsRequest(toImportText({ ...input, name: input.name ?? 'Warband' }), [dskull]);
  const taken = await readSheets(asker, wanted, services);
  if (!taken.ok) return taken;
  const warband = writtenWarband(taken.value.sheets[0]?.sheet);
  return warband.ok
    ? ok({ warband: warband.value, origin: describeImportedSheets(taken.value) })
    : refuse('bad-sheet', { entrant: dskull.entrantNoun, system: dskull.title, problem: warband.error });
};

const importing = defineCommand({
  path: ['warband', 'import'],
  summary: 'Import a warband from JSON or a table. If it has errors, it becomes your draft',
  params: z.strictObject({ ...importOptions(), name: textParam('The warband’s name here', 32).optional() }),
  run: async (asker, input, services) => {
    const read = await readWarband(asker, input, services);
    if (!read.ok) return read;
    const { origin } = read.value;
    const named = checkWarbandName(input.name ?? read.value.warband.name);
    if (!named.ok) return named;
    const warband = { ...read.value.warband, name: named.value };
    const settings = await findWarbandSettings(asker, services);
    const wrong = hindrances(validated(warband, settings), settings).length > 0;
    if (wrong && (await loadDraft(asker, services)).warriors.length === 0) {
      await saveDraft(asker, warband, services);
      return ok(
        buildEditorPage(
          warband,
          { page: 'all' },
          settings,
          'The warband is your draft now. Fix the errors, then save it',
        ),
      );
    }
    const kept = await saveWarband(asker, warband, services);
    return kept.ok ? ok(savedReply(kept.value, origin)) : kept;
  },
});

const exporting = defineCommand({
  path: ['warband', 'export'],
  summary: 'Export one of your warbands, an example or your draft as a JSON file',
  params: z.strictObject({ name: textParam('Which warband; default: your draft', 80).optional() }),
  complete,
  run: async (asker, { name }, services) => {
    const found = name === undefined ? ok(await loadDraft(asker, services)) : await findWarband(asker, name, services);
    if (!found.ok) return found;
    const file = { name: 'warband.json', content: `${JSON.stringify(found.value, undefined, 2)}\n` };
    return ok(createPrivateView({ cards: [card(found.value.name)], files: [file] }));
  },
});

const warbandReply = (warband: Warband, lines: ReturnType<typeof warbandLines>) =>
  ok(createPrivateView({ cards: [card(warband.name || 'Warband', { tone: lines[0]?.tone ?? 'plain', lines })] }));

const validate = defineCommand({
  path: ['warband', 'validate'],
  summary: 'Check a warband: list all errors and costs',
  params: z.strictObject({
    name: textParam('One of your warbands; default: the JSON, or your draft', 80).optional(),
    ...importOptions(),
  }),
  complete,
  run: async (asker, { name, ...input }, services) => {
    const given = input.json !== undefined || input.file !== undefined;
    const own = () => (name === undefined ? loadDraft(asker, services).then(ok) : findWarband(asker, name, services));
    const read = given ? await readWarband(asker, input, services) : undefined;
    const found = read === undefined ? await own() : read.ok ? ok(read.value.warband) : read;
    return found.ok
      ? warbandReply(found.value, warbandLines(found.value, await findWarbandSettings(asker, services)))
      : found;
  },
});

const show = defineCommand({
  path: ['warband', 'show'],
  summary: 'Show one of your warbands with its costs',
  params: z.strictObject({ name: textParam('Which warband', 80) }),
  complete,
  run: async (asker, { name }, services) => {
    const found = await findWarband(asker, name, services);
    return found.ok
      ? warbandReply(found.value, warbandLines(found.value, await findWarbandSettings(asker, services)))
      : found;
  },
});

const list = defineCommand({
  path: ['warband', 'list'],
  summary: 'List your warbands here, and your draft',
  params: z.strictObject({}),
  run: async (asker, _input, services) => {
    const settings = await findWarbandSettings(asker, services);
    const own = [];
    for (const name of await warbandNames(asker, services)) {
      const found = await findWarband(asker, name, services);
      if (found.ok) own.push(found.value);
    }
    const draft = await loadDraft(asker, services);
    const summed = (warband: Warband, note = '') =>
      line(
        phrase`${warband.name}${note}: ${counted(warband.warriors.length, 'warrior')}, ${validated(warband, settings).total} points`,
      );
    const lines = [
      ...own.map((each) => summed(each)),
      ...(draft.warriors.length > 0 ? [summed(draft, ' (draft)')] : []),
    ];
    const title = lines.length === 0 ? 'You have no warbands here' : 'Your warbands';
    return ok(createPrivateView({ cards: [card(title, { lines, footer: '/warband build, /warband preset' })] }));
  },
});

const remove = defineCommand({
  path: ['warband', 'delete'],
  summary: 'Delete one of your warbands; battles keep their copies',
  params: z.strictObject({ name: textParam('Which warband', 80) }),
  complete,
  run: async (asker, { name }, services) => {
    const gone = await deleteWarband(asker, name, services);
    return gone.ok ? ok(createPrivateView({ cards: [card(phrase`${gone.value} is deleted`)] })) : gone;
  },
});

const preset = defineCommand({
  path: ['warband', 'preset'],
  summary: 'List the preset warbands, or show one with its costs',
  params: z.strictObject({ preset: textParam('Which preset', 80).optional() }),
  complete,
  run: async (asker, { preset: wanted }, services) => {
    if (wanted === undefined) {
      const lines = Object.values(dskull.presets).map(({ title, description }) =>
        line(`${title}. ${description ?? ''}`),
      );
      return ok(
        createPrivateView({
          cards: [card('Preset warbands', { lines, footer: '/warband build from:…, or /battle join preset:…' })],
        }),
      );
    }
    const found = findPreset(dskull, wanted);
    const warband = found.ok ? writtenWarband(found.value.sheet) : undefined;
    if (!found.ok) return found;
    return warband?.ok
      ? warbandReply(warband.value, warbandLines(warband.value, await findWarbandSettings(asker, services)))
      : refuse('no-such-preset', { preset: wanted, presets: examples.join('; ') });
  },
});

/** What becomes of warbands once they are built. */
export const savedWarbandCommands = [importing, exporting, validate, show, list, remove, preset];
