import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { isTree, type Tree } from '../../core/tree.ts';
import type { Preset } from '../../rules/definition.ts';
import { inputError } from '../../rules/input-errors.ts';
import { type Line, line } from '../../rules/lines.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { didYouMean, meantOf } from './meant.ts';
import { settingLeaves } from './setting-text.ts';

/** A rulebook by what its id or title can mean (`meantOf`). */
export const rulesetCalled = (rulesets: readonly Ruleset[], system: string): Result<Ruleset, Refusal> => {
  const { found } = meantOf(system, rulesets, ({ id, title }) => [id, title]);
  return found === undefined
    ? refuse('unknown-system', { system, systems: rulesets.map(({ id }) => id).join(', ') })
    : ok(found);
};

/** A ready-made sheet by what one of its titles or its key can mean (`meantOf`). */
export const presetCalled = (ruleset: Ruleset, preset: string): Result<Preset<unknown>, Refusal> => {
  const meant = meantOf(preset, Object.entries(ruleset.presets), ([key, { title, also }]) => [
    title,
    key,
    ...(also === undefined ? [] : [also]),
  ]);
  if (meant.found !== undefined) return ok(meant.found[1]);
  const titles = Object.values(ruleset.presets).map(({ title }) => title);
  return refuse('no-such-preset', { preset, hint: didYouMean(meant.near, `There are: ${titles.join('; ')}.`) });
};

/** A sheet as the rulebook reads it, defaults filled in. */
export const checkedSheet = (ruleset: Ruleset, sheet: unknown): Result<unknown, Refusal> => {
  const parsed = ruleset.sheet.safeParse(sheet, { error: inputError });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const at = issue?.path.join('.') ?? '';
  const problem = `${at === '' ? '' : `${at}: `}${issue?.message ?? 'it does not read'}`;
  return refuse('bad-sheet', { entrant: ruleset.entrant, system: ruleset.title, problem });
};

const withLeaf = (tree: Tree, [head, ...rest]: readonly string[], value: unknown): Tree =>
  head === undefined
    ? tree
    : { ...tree, [head]: rest.length === 0 ? value : withLeaf(isTree(tree[head]) ? tree[head] : {}, rest, value) };

const reading = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A sheet with fields changed by a text: `hp=45, attack=12`. */
export const changedSheet = (sheet: unknown, changes: string): Result<unknown, Refusal> => {
  let changed: Tree = isTree(sheet) ? sheet : {};
  for (const pair of changes.split(/[,;\n]+(?=\s*[\w.-]+\s*=)/).filter((each) => each.trim() !== '')) {
    const [key = '', ...value] = pair.split('=');
    if (value.length === 0)
      return refuse('bad-input', { option: 'changes', problem: `write field=value, not ${pair.trim()}` });
    changed = withLeaf(changed, key.trim().split('.'), reading(value.join('=').trim()));
  }
  return ok(changed);
};

/** A sheet with what is different about it (`changedSheet`), as its rulebook reads it. */
export const sheetWithChanges = (
  ruleset: Ruleset,
  sheet: unknown,
  changes: string | undefined,
): Result<unknown, Refusal> => {
  const changed = changes === undefined ? ok(sheet) : changedSheet(sheet, changes);
  return changed.ok ? checkedSheet(ruleset, changed.value) : changed;
};

const isEmpty = (value: unknown): boolean => ['""', '[]', '{}'].includes(JSON.stringify(value));

/** A line for each thing that stands on a sheet, and one for all that is left blank. */
export const sheetLines = (sheet: unknown): readonly Line[] => {
  const all = settingLeaves(sheet);
  const blank = all.filter(({ value }) => isEmpty(value)).map(({ key }) => key);
  return [
    ...all
      .filter(({ value }) => !isEmpty(value))
      .map(({ key, value }) => line(`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)),
    ...(blank.length === 0 ? [] : [line(`Left blank: ${blank.join(', ')}.`, 'quiet')]),
  ];
};
