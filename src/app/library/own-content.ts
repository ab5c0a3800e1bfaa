import { normalizeName, ok, phrase, type Result, refuse, refuseInput, term } from '../../core/message.ts';
import { childObjects, isPlainObject } from '../../core/plain-object.ts';
import { type ItemContent, type LibraryItem, parseContent } from '../../library/library.ts';
import type { Preset } from '../../rules/definition.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker, Command } from '../command-kit/command.ts';
import { applySheetChanges, parseSheet } from '../input/sheets.ts';
import type { LibraryServices } from '../services.ts';
import { libraryEntries } from './libraries.ts';

/** Adds saved presets and abilities to a rulebook. They come before its own. */
const withItems = (ruleset: Ruleset, items: readonly LibraryItem[], rulesets: readonly Ruleset[]): Ruleset => {
  const presets: Record<string, Preset<unknown>> = {};
  const catalogue: Record<string, readonly unknown[]> = {};
  for (const item of items.filter(({ system }) => system === ruleset.id)) {
    const ability = item.kind === 'ability' ? parseContent('ability', item, rulesets) : undefined;
    const preset = item.kind === 'preset' ? parseContent('preset', item, rulesets) : undefined;
    const sheet = preset?.ok ? parseSheet(ruleset, preset.value.sheet) : undefined;
    const { note } = preset?.ok ? preset.value : {};
    if (sheet?.ok) presets[item.id] = { title: item.name, ...(note && { description: note }), sheet: sheet.value };
    if (!ability?.ok) continue;
    const { list, entry } = ability.value;
    catalogue[list] = [...(catalogue[list] ?? []), { ...entry, follows: item.id }];
  }
  const form = ruleset.form && { ...ruleset.form, catalogue: { ...ruleset.form.catalogue, ...catalogue } };
  return { ...ruleset, presets: { ...presets, ...ruleset.presets }, form };
};

/** Extends the services' rulebooks, and that of the channel's battle, by what the user may pick in this channel. */
const withOwnContent = async <Needed extends LibraryServices>(asker: Asker, services: Needed): Promise<Needed> => {
  const heads = await libraryEntries(asker, ['preset', 'ability'], {}, services);
  if (heads.length === 0) return services;
  const items = await services.library.findMany(heads.map(({ head }) => head.id));
  const rulesets = services.rulesets.map((ruleset) => withItems(ruleset, items, services.rulesets));
  const open: Needed['battles']['open'] = async (channel) => {
    const battle = await services.battles.open(channel);
    const ruleset = battle.ok ? rulesets.find(({ id }) => id === battle.value.ruleset.id) : undefined;
    return battle.ok && ruleset !== undefined ? ok({ ...battle.value, ruleset }) : battle;
  };
  return { ...services, rulesets, battles: { ...services.battles, open } };
};

/** Lets a command use the presets and abilities of the libraries that the user may read. */
export const usingOwnContent = ({ run, complete, ...command }: Command): Command => ({
  ...command,
  run: async (asker, input, services) => run(asker, input, await withOwnContent(asker, services)),
  complete: async (asker, option, typed, soFar, services) =>
    complete(asker, option, typed, soFar, await withOwnContent(asker, services)),
});

/** Builds an ability from typed values: `cost=3, damage=20`. Its rulebook checks it on the sheet of a preset. */
export const buildAbility = (
  ruleset: Ruleset,
  {
    name = '',
    content = '',
    note,
    list: wanted,
  }: Partial<Record<'name' | 'content' | 'note' | 'list', string | undefined>>,
): Result<ItemContent['ability']> => {
  const lists = Object.entries(ruleset.form?.abilities ?? {});
  const [list, key] = lists.find(([each]) => normalizeName(each) === normalizeName(wanted ?? each)) ?? [];
  if (list === undefined || key === undefined) {
    const known = lists.map(([each]) => each).join(', ') || '–';
    return refuseInput('list', phrase`${term(ruleset.title)} has these lists: ${known}`);
  }
  if (name === '') return refuseInput('name', 'give it a name');
  const typed = content.replace(/(^|[,;\n])\s*(?=[\w.’ -]+\s*=)/g, `$1${list}.0.`);
  const filled = applySheetChanges(ruleset, { [list]: [{ [key]: name, ...(note && { text: note }) }] }, typed);
  if (!filled.ok) return filled;
  const [entry = {}] = isPlainObject(filled.value) ? childObjects(filled.value[list]) : [];
  const { modifiers } = isPlainObject(entry.effect) ? entry.effect : {};
  const strange = Object.keys(modifiers ?? {}).find((term) => !Object.hasOwn(ruleset.modifiers, term));
  const [terms, { title }] = [Object.keys(ruleset.modifiers).join(', '), ruleset];
  if (strange !== undefined) return refuse('no-such-term', { system: title, term: strange, terms });
  const [like] = Object.values(ruleset.presets);
  const checked = parseSheet(ruleset, { ...(isPlainObject(like?.sheet) && like.sheet), [list]: [entry] });
  return checked.ok ? ok({ list, entry }) : checked;
};
