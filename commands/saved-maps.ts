import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Asker } from '../src/app/commands/asker.ts';
import { defineCommand } from '../src/app/commands/command.ts';
import {
  chooseLibraryForSaving,
  findSavedMap,
  type LibraryEntry,
  type ReadableLibrary,
} from '../src/app/library/libraries.ts';
import {
  defineCopyCommand,
  defineDeleteCommand,
  defineRenameCommand,
  defineRestoreCommand,
  libraryListReply,
} from '../src/app/library/library-commands.ts';
import {
  createItemCompleter,
  formatScope,
  itemOptions,
  saveToOption,
  scopeOption,
} from '../src/app/library/library-options.ts';
import { prepareChange, prepareItem, writeItem, writeItems } from '../src/app/library/save-item.ts';
import { maxMapBytes } from '../src/app/maps/map-source.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { backgroundForMap } from '../src/app/pictures/background-picture.ts';
import { maxPictureBytes, preparePicture } from '../src/app/pictures/save-picture.ts';
import { type CommandAnswer, type Control, createPrivateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { LibraryScope } from '../src/campaign/library.ts';
import type { SavedMap } from '../src/campaign/library-content.ts';
import type { SavedPicture } from '../src/campaign/pictures.ts';
import { phrase } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { mapPicture } from '../src/presentation/map-view.ts';
import type { MapPlan } from '../src/rules/grid/map-plan.ts';
import { drawOnMap, formatMap, mapKeywords, parseMap, resizeMap } from '../src/rules/grid/map-text.ts';
import { type Line, line } from '../src/rules/lines.ts';
import { flagParam, oneOfParam, textParam } from '../src/rules/params.ts';

/** Maps stand among encounters: a name of their own would be one too many. */
const at = (what: string) => ['encounter', `map-${what}`] as const;

const kinds = ['map'] as const;
const maxTextLength = 6000;

const complete = createItemCompleter(kinds);

/** The words of a map in lines, as far as a card holds them; a word with very many places is cut short. */
const linesOf = ({ map, note }: Pick<SavedMap, 'map' | 'note'>): readonly Line[] => [
  ...(note === undefined ? [] : [line(note)]),
  ...map.split('\n').map((each) => line(each.length > 300 ? `${each.slice(0, 299)}…` : each, 'quiet')),
];

const mapCard = (title: string, name: string, map: SavedMap, plan: MapPlan, footer?: string): Card =>
  card(title, {
    lines: linesOf(map),
    picture: mapPicture(name, plan, map.backdrop),
    ...(footer !== undefined && { footer }),
  });

const usageHint = 'Use the map with /battle map kept: or /encounter save map:';

/** What is drawn and cleared by menus on a map that is kept. */
const drawingControls = (name: string, scope: LibraryScope): readonly (readonly Control[])[] => {
  const path = at('draw');
  const input = { name, shelf: formatScope(scope) };
  return [
    [
      {
        ...{ kind: 'select', label: 'Draw something', option: 'what', asks: 'where', press: { path, input } },
        options: mapKeywords.map((word) => ({
          ...{ value: word, label: word },
          note: word === 'blocked' || word === 'object' ? 'on squares: D4 E5-F6' : 'between squares: D3/D4 B2-B5e',
        })),
      },
    ],
    [
      {
        ...{ kind: 'button', label: 'Clear', style: 'secondary', asks: 'where' },
        press: { path, input: { ...input, what: 'nothing' } },
      },
      { ...{ kind: 'button', label: 'Change the size', style: 'secondary', asks: 'size' }, press: { path, input } },
    ],
  ];
};

interface MapToSave {
  readonly name: string;
  readonly note?: string | undefined;
  readonly over: boolean;
  /** The picture behind it, which is kept with it. */
  readonly picture?: SavedPicture | undefined;
}

/** Keeps a map, and shows it with what can be done to it. */
const saveMap = async (
  asker: Asker,
  on: ReadableLibrary,
  plan: MapPlan,
  { name, note, over: replaces, picture }: MapToSave,
  leftOut: readonly string[],
  services: Services,
): Promise<CommandAnswer> => {
  const backdrop = picture && backgroundForMap(picture.hash, plan);
  const map: SavedMap = { map: formatMap(plan), ...(note && { note }), ...(backdrop && { backdrop }) };
  const item = await prepareItem(
    asker,
    on,
    { kind: 'map', name, system: undefined, edition: 1, thing: map, id: randomUUID(), replaces },
    services,
  );
  if (!item.ok) return item;
  const shown = mapCard(phrase`${item.value.name} saved to ${on.label}`, item.value.name, map, plan, usageHint);
  const left = leftOut.length === 0 ? [] : [line(phrase`Skipped: ${leftOut.join('; ')}.`, 'quiet')];
  const told = createPrivateView({
    cards: [{ ...shown, lines: [...shown.lines, ...left] }],
    controls: [
      ...drawingControls(item.value.name, on.scope),
      ...(item.value.version === 1
        ? [[button('Delete it', at('delete'), { name: item.value.name, shelf: formatScope(on.scope) })]]
        : []),
    ],
  });
  return picture === undefined
    ? writeItem(asker, item.value, told, services)
    : writeItems(asker, [item.value], told, services, [picture]);
};

const save = defineCommand({
  path: at('save'),
  summary: 'Save a map from text or another tool’s file, for battles and encounters',
  params: z.strictObject({
    name: textParam('The name of the map', 80),
    map: textParam('The map as text: 12x8; wall B2-B5e D3/D4; door E5s; blocked G3', maxTextLength).optional(),
    file: z
      .string()
      .max(maxMapBytes)
      .optional()
      .meta({ description: 'A map file: text, Universal VTT, a Foundry scene, or Tiled', widget: 'file' }),
    picture: z.string().max(maxPictureBytes).optional().meta({
      description: 'The background picture: PNG, JPEG or WebP; default: the one in the file',
      widget: 'picture',
    }),
    note: textParam('A note', 500).optional(),
    shelf: saveToOption(),
    over: flagParam('Overwrite what is already saved under that name').default(false),
  }),
  run: async (asker, input, services) => {
    const read = await services.readFile('map', { text: input.file ?? input.map ?? '' }, asker);
    if (!read.ok) return read;
    const plan = parseMap(read.value.text);
    if (!plan.ok) return refuse('import-unfit', { format: read.value.format, problem: plan.error });
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
    if (!on.ok) return on;
    const { picture: inside } = read.value;
    const given = input.picture ?? inside;
    const made = given === undefined ? undefined : await preparePicture(asker, given, 'backdrop', services);
    if (made?.ok === false && input.picture !== undefined) return made;
    const left = [
      ...read.value.leftOut,
      ...(made?.ok === false ? ['the map’s picture (to see why, attach it with picture:)'] : []),
    ];
    const called = { ...input, picture: made?.ok ? made.value : undefined };
    return saveMap(asker, on.value, plan.value, called, left, services);
  },
});

/** What a press draws on a map; refuses in a clause what has no place there. */
const drawOnPlan = (
  plan: MapPlan,
  {
    what,
    where,
    size,
  }: { readonly what?: string | undefined; readonly where?: string | undefined; readonly size?: string | undefined },
): Result<MapPlan, Refusal> => {
  const bigger = size === undefined ? ok(plan) : resizeMap(plan, size);
  if (!bigger.ok) return refuse('bad-input', { option: 'size', problem: bigger.error });
  if (what === undefined && where === undefined) return ok(bigger.value);
  const drawn = drawOnMap(bigger.value, what === 'nothing' ? undefined : what, where ?? '');
  return drawn.ok ? ok(drawn.value) : refuse('bad-input', { option: 'where', problem: drawn.error });
};

const draw = defineCommand({
  path: at('draw'),
  summary: 'Draw a new or saved map with menus; every change is saved',
  params: z.strictObject({
    ...itemOptions,
    size: textParam('The size of the map, like 12x8', 20).optional(),
    what: oneOfParam('What to draw; choose nothing to clear what is there', ['nothing', ...mapKeywords]).optional(),
    where: textParam('Where: squares like D4 E5-F6, or sides of squares like D3/D4 B2-B5e', 1000).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const there = await findSavedMap(asker, input.name, input, services);
    if (!there.ok && input.size === undefined) return there;
    if (!there.ok) {
      const blank = parseMap(input.size ?? '');
      if (!blank.ok) return refuse('bad-input', { option: 'size', problem: blank.error });
      const plan = drawOnPlan(blank.value, { what: input.what, where: input.where });
      if (!plan.ok) return plan;
      const on = await chooseLibraryForSaving(asker, input.shelf, services);
      return on.ok ? saveMap(asker, on.value, plan.value, { name: input.name, over: false }, [], services) : on;
    }
    return redrawMap(asker, there.value, input, services);
  },
});

/** Draws on a map that is kept, and shows it. */
const redrawMap = async (
  asker: Asker,
  there: LibraryEntry & { readonly name: string; readonly map: SavedMap & { readonly plan: MapPlan } },
  input: Parameters<typeof drawOnPlan>[1],
  services: Services,
): Promise<CommandAnswer> => {
  const { name, library, map } = there;
  const next = drawOnPlan(map.plan, input);
  if (!next.ok) return next;
  const { note, backdrop } = map;
  const thing: SavedMap = { map: formatMap(next.value), ...(note && { note }), ...(backdrop && { backdrop }) };
  const told = createPrivateView({
    cards: [mapCard(name, name, thing, next.value, 'Every change is saved')],
    controls: drawingControls(name, library.scope),
    replaces: true,
  });
  const changed = await prepareChange(asker, there, () => ok({ thing }), services);
  if (!changed.ok) return changed;
  return thing.map === map.map ? ok(told) : writeItem(asker, changed.value, told, services);
};

const list = defineCommand({
  path: ['encounter', 'maps'],
  summary: 'List the maps you can use here',
  params: z.strictObject({ shelf: scopeOption('Which library; default: all') }),
  run: async (asker, input, services) =>
    libraryListReply(
      asker,
      kinds,
      input,
      { title: 'Maps', none: 'No saved maps here', first: '/encounter map-draw' },
      services,
    ),
});

const show = defineCommand({
  path: at('show'),
  summary: 'Show a saved map as a picture and as text',
  params: z.strictObject(itemOptions),
  complete,
  run: async (asker, input, services) => {
    const there = await findSavedMap(asker, input.name, input, services);
    if (!there.ok) return there;
    const { name, map, library } = there.value;
    const shown = mapCard(phrase`${name}, in ${library.label}`, name, map, map.plan, usageHint);
    return ok(
      createPrivateView({
        cards: [shown],
        controls: [[button('Draw on it', at('draw'), { name, shelf: formatScope(library.scope) })]],
      }),
    );
  },
});

const exporting = defineCommand({
  path: at('export'),
  summary: 'Export a map as a text file for /encounter map-save',
  params: z.strictObject(itemOptions),
  complete,
  run: async (asker, input, services) => {
    const there = await findSavedMap(asker, input.name, input, services);
    if (!there.ok) return there;
    const { name, map } = there.value;
    return ok(createPrivateView({ cards: [card(name)], files: [{ name: 'map.txt', content: `${map.map}\n` }] }));
  },
});

export const savedMapCommands = [
  save,
  draw,
  list,
  show,
  exporting,
  defineRenameCommand(at, kinds, 'Rename a saved map'),
  defineCopyCommand(at, kinds, 'Copy a map under another name or to another library', randomUUID),
  defineDeleteCommand(at, kinds, 'Delete a saved map; battles and encounters are not affected'),
  defineRestoreCommand(at, kinds, 'Restore a deleted map'),
];
