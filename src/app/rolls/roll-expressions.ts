import type { OpenBattle } from '../../battle/saved/store.ts';
import { controlledCombatants, controllerOf, isGm, viewerOf } from '../../battle/views/viewer.ts';
import type { AskedRollPart } from '../../campaign/asked-rolls.ts';
import type { Campaign } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { err, normalizeName, ok, phrase, type Result, refuse } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { findNotationError } from '../../dice/notation.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { SheetCheck } from '../../rules/sheets.ts';
import { listRoster, requireCampaign, requireLeader } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { didYouMean, matchName, splitNames } from '../input/match-name.ts';
import { selectTargets } from '../input/target-selector.ts';
import { createBattleSheetLookup } from '../library/foes.ts';
import type { CampaignServices, Need } from '../services.ts';

/** Finds the value of a name: a number or a formula. */
type ValueLookup = (name: string) => string | undefined;

/** A combatant or character that a GM can ask for a roll. */
export interface RollTarget {
  readonly name: string;
  /** The id of the player in control. Undefined if the GM controls the target. */
  readonly user: string | undefined;
  /** The checks that the target can roll. */
  readonly checks: readonly SheetCheck[];
  /** The target's sheet. Undefined if the target has none. */
  readonly sheet: unknown;
  readonly findValue?: ValueLookup | undefined;
  /** True if only the GM may know that the combatant exists. */
  readonly isHidden: boolean;
}

type NamedValues = Pick<RollTarget, 'name' | 'sheet' | 'findValue'>;

/** A sheet, with the rulebook’s names of its values besides its fields. */
const valuesOf = (ruleset: Ruleset | undefined, sheet: unknown) => ({
  sheet,
  findValue: ruleset?.form?.variables?.(sheet),
});

/** The targets of a roll request, in a battle or a campaign. */
export interface RollTargets {
  readonly battle: OpenBattle | undefined;
  readonly campaign: Campaign | undefined;
  readonly targets: readonly RollTarget[];
  /** True if the GM named the targets. Then a target whose sheet lacks the value is an error. */
  readonly byName: boolean;
}

const targetsInBattle = async (
  asker: Asker,
  battle: OpenBattle,
  who: string | undefined,
  services: Need<'battles'>,
): Promise<Result<readonly RollTarget[]>> => {
  const { game, saved } = battle;
  if (!isGm(saved.table, asker.user)) return refuse('gm-only');
  const roster = game.roster();
  const ids =
    who === undefined
      ? ok(roster.filter(({ actor }) => saved.table.control[actor] !== undefined).map(({ id }) => id))
      : selectTargets(battle, who);
  if (!ids.ok) return ids;
  const sheets = await createBattleSheetLookup(battle, services);
  if (!sheets.ok) return sheets;
  const { unseen } = viewerOf(battle);
  return ok(
    ids.value.map((id) => {
      const actor = roster.find((each) => each.id === id)?.actor ?? id;
      const found = id === actor ? sheets.value(actor, 'as-it-is') : undefined;
      const sheet = found?.ok ? found.value : undefined;
      const isRun = saved.table.control[actor] !== undefined;
      return {
        name: id,
        user: isRun ? controllerOf(battle, actor) : undefined,
        checks: game.sheetChecks(id, sheet),
        ...valuesOf(battle.ruleset, sheet),
        isHidden: unseen.includes(id) || unseen.includes(actor),
      };
    }),
  );
};

/** All characters of a campaign: characters of its players, last changed first, then its roster. */
const targetsInCampaign = async (
  campaign: Campaign,
  services: Need<'characters' | 'rulesets'>,
): Promise<readonly RollTarget[]> => {
  const { characters, rulesets } = services;
  const askable = ({ name, system, sheet }: Character, user: string | undefined): readonly RollTarget[] => {
    const ruleset = rulesets.find(({ id }) => id === system);
    return ruleset === undefined || !campaign.systems.includes(system)
      ? []
      : [{ name, user, checks: ruleset.sheetChecks(sheet), ...valuesOf(ruleset, sheet), isHidden: user === undefined }];
  };
  const all: RollTarget[] = [];
  for (const user of Object.keys(campaign.members)) {
    const own = await characters.list(user, campaign.guild);
    all.push(...own.toSorted((a, b) => b.updatedAt - a.updatedAt).flatMap((each) => askable(each, user)));
  }
  const roster = await listRoster(campaign, services);
  return [...all, ...roster.flatMap((each) => askable(each, undefined))];
};

/** For each player, only the character that was changed last. */
const lastPlayed = (all: readonly RollTarget[]): readonly RollTarget[] =>
  all.filter(({ user }, at) => user !== undefined && all.findIndex((each) => each.user === user) === at);

const matchTargets = (all: readonly RollTarget[], text: string): Result<readonly RollTarget[]> => {
  const chosen: RollTarget[] = [];
  const names = all.map(({ name }) => name);
  for (const part of splitNames(text, names)) {
    const key = normalizeName(part);
    const named = all.filter(({ name }) => normalizeName(name) === key);
    if (key === 'all' && named.length === 0) {
      chosen.push(...lastPlayed(all), ...all.filter(({ user }) => user === undefined));
      continue;
    }
    const isPattern = named.length === 0 && key.endsWith('*');
    const fitting = isPattern ? all.filter(({ name }) => normalizeName(name).startsWith(key.slice(0, -1))) : named;
    if (fitting.length > 0) {
      chosen.push(...fitting);
      continue;
    }
    const meant = matchName(part, all, ({ name }) => [name]);
    if (meant.found === undefined) {
      const there = phrase`Available: ${names.join(', ')}.`;
      return refuse('nobody-to-ask', { who: part, hint: didYouMean(meant.suggestions, all.length === 0 ? '' : there) });
    }
    chosen.push(meant.found);
  }
  return ok([...new Set(chosen)]);
};

/** Finds the targets that a GM names, in the battle, else in the campaign. Default: all player characters. */
export const findRollTargets = async (
  asker: Asker,
  who: string | undefined,
  services: CampaignServices & Need<'characters' | 'rulesets'>,
): Promise<Result<RollTargets>> => {
  const battle = await findActiveBattle(asker, services);
  const byName = who !== undefined && !/[*:]|(^|,)\s*all\s*(,|$)/i.test(who);
  if (battle !== undefined) {
    const asked = await targetsInBattle(asker, battle, who, services);
    if (!asked.ok) return asked;
    return asked.value.length === 0
      ? refuse('nobody-asked')
      : ok({ battle, campaign: undefined, targets: asked.value, byName });
  }
  const campaign = await requireCampaign(asker, services);
  if (!campaign.ok) return campaign;
  if (campaign.value.status === 'ended') return refuse('campaign-ended', { campaign: campaign.value.name });
  const led = requireLeader(campaign.value, asker.user);
  if (!led.ok) return led;
  const all = await targetsInCampaign(campaign.value, services);
  const asked = who === undefined ? ok(lastPlayed(all)) : matchTargets(all, who);
  if (!asked.ok) return asked;
  return asked.value.length === 0
    ? refuse('nobody-asked')
    : ok({ battle, campaign: campaign.value, targets: asked.value, byName });
};

type Checked = Pick<AskedRollPart, 'notation' | 'succeeds' | 'target' | 'always'>;

const placeholderPattern = /[{｛]\s*([^{}｛｝]+?)\s*[}｝]/g;
const maxShown = 20;

/** Lists all whole numbers on a sheet, each by its name and by its path: `agility`, `attributes.strength`. */
const listNumbers = (sheet: unknown, way: readonly string[] = []): readonly (readonly [string, number])[] => {
  if (Number.isInteger(sheet)) return [way.at(-1) ?? '', way.join('.')].map((name) => [name, Number(sheet)] as const);
  return isPlainObject(sheet)
    ? Object.entries(sheet).flatMap(([name, value]) => listNumbers(value, [...way, name]))
    : [];
};

/** Replaces each `{word}` in a formula by the result of `of`. */
const fillFormula = (formula: string, of: (word: string) => string): string =>
  formula.replaceAll(placeholderPattern, (_, word: string) => of(word));

/** Maximum depth of names that refer to other names. */
const maxDepth = 20;

/** Replaces each word in a formula by its value on a sheet. Fails with the first word that is missing. */
const fillFromSheet = (
  formula: string,
  source: Pick<RollTarget, 'sheet' | 'findValue'>,
  depth = 0,
): Result<string, string> => {
  const numbers = listNumbers(source.sheet);
  let missing: string | undefined;
  const whole = fillFormula(formula, (word) => {
    const number = numbers.find(([name]) => normalizeName(name) === normalizeName(word))?.[1];
    const value = source.findValue?.(word.normalize('NFKC')) ?? number?.toString();
    const filled = value === undefined || depth > maxDepth ? err(word) : fillFromSheet(value, source, depth + 1);
    if (!filled.ok) missing ??= filled.error;
    return filled.ok && /[-+*/]/.test(filled.value) ? `(${filled.value})` : filled.ok ? filled.value : '0';
  });
  return missing === undefined ? ok(whole) : err(missing);
};

/** Matches a definition `//name=value` of a chat palette, to the next blank or semicolon. */
const definitionPattern = /(?<![^\s;])\/\/([^=\s{}]{1,60})=([^\s;]{0,200})(?:[\s;]+|$)/g;

/** The sheets of the user’s combatants in the battle, else of the user’s characters, last changed first. */
const listOwnSheets = async (
  asker: Asker,
  { characters, rulesets, ...services }: CampaignServices & Need<'characters' | 'rulesets'>,
): Promise<readonly NamedValues[]> => {
  const battle = await findActiveBattle(asker, services);
  const own = battle === undefined ? [] : controlledCombatants(battle, asker.user);
  if (battle !== undefined && own.length > 0) {
    const sheets = await createBattleSheetLookup(battle, services);
    return own.flatMap((name) => {
      const sheet = sheets.ok ? sheets.value(name, 'as-it-is') : sheets;
      return sheet.ok ? [{ name, ...valuesOf(battle.ruleset, sheet.value) }] : [];
    });
  }
  const all = await characters.list(asker.user, asker.guild);
  return all
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .map(({ name, sheet, system }) => ({
      name,
      ...valuesOf(
        rulesets.find(({ id }) => id === system),
        sheet,
      ),
    }));
};

/** Fills `{names}` in pasted dice: from definitions in the text, then from the first of the user’s sheets with all. */
export const fillRoll = async (
  asker: Asker,
  pasted: string,
  services: Parameters<typeof listOwnSheets>[1],
): Promise<Result<{ readonly notation: string; readonly comment: string | undefined }>> => {
  const definitions = [...pasted.matchAll(definitionPattern)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const defined = new Map(definitions.map(([name, value]) => [name.normalize('NFKC'), value]));
  const text = pasted.replace(definitionPattern, '').replace(/[\s;]+$/, '');
  const nobody: Partial<NamedValues> = {};
  const tried = [nobody, ...(await listOwnSheets(asker, services))].map(({ name: comment, sheet, findValue }) => {
    const find: ValueLookup = (name) => defined.get(name) ?? findValue?.(name);
    return { comment, filled: fillFromSheet(text, { sheet, findValue: find }) };
  });
  for (const { comment, filled } of tried) if (filled.ok) return ok({ notation: filled.value, comment });
  const { comment: who, filled } = tried[1] ?? { comment: undefined, filled: tried[0]?.filled };
  return refuse('no-value-for-roll', { who, word: filled?.ok === false ? filled.error : '' });
};

/** Removes plus signs between words: `Wits + Alertness` becomes `Wits Alertness`. */
const normalizeWord = (typed: string): string => typed.replaceAll(/\s*\+\s*/g, ' ');

const findCheck = (checks: readonly SheetCheck[], what: string): SheetCheck | undefined => {
  const key = normalizeName(normalizeWord(what));
  const same = checks.find(({ name }) => normalizeName(name) === key);
  return same ?? matchName(normalizeWord(what), checks, ({ name }) => [name]).found;
};

/** A target of a roll request, and the dice that the target rolls. */
export interface PlannedRoll {
  readonly who: RollTarget;
  readonly check: Checked;
}

interface PlannedRolls {
  /** What is rolled, such as `Scout dex`, for the card's title. */
  readonly what: string;
  readonly rolls: readonly PlannedRoll[];
  /** Names of the targets that are skipped, because their sheets lack the value. */
  readonly missing: readonly string[];
}

/** Lists all words that these targets can roll. Words that the rulebook suggests come first. */
export const listRollWords = (asked: readonly RollTarget[]): readonly string[] => [
  ...new Set(asked.flatMap(({ checks }) => checks.map(({ name }) => name))),
];

/** A hint that names a number on the sheet similar to an unknown word. Empty if there is none. */
const matchNumber = (word: string, sheet: unknown): string => {
  const names = [...new Set(listNumbers(sheet).map(([name]) => name))].filter((name) => !name.includes('.'));
  const { found, suggestions } = { suggestions: [], ...matchName(word, names, (each) => [each]) };
  return didYouMean(
    found === undefined ? suggestions : [found],
    names.length === 0 ? '' : phrase`Available: ${names.slice(0, maxShown).join(', ')}.`,
  );
};

const rollFormula = (asked: readonly RollTarget[], formula: string): Result<readonly PlannedRoll[]> => {
  const of: PlannedRoll[] = [];
  for (const who of asked) {
    const text = fillFromSheet(formula, who);
    if (!text.ok)
      return refuse('no-number-on-sheet', {
        who: who.name,
        word: text.error,
        hint: matchNumber(text.error, who.sheet),
      });
    of.push({ who, check: { notation: text.value, succeeds: 'at-least' } });
  }
  return ok(of);
};

/** Plans rolls of a value (`Scout dex`) or dice (`2d6+{agility}`). Refuses if a named target or all targets lack it. */
export const planRolls = (asked: readonly RollTarget[], what: string, byName: boolean): Result<PlannedRolls> => {
  const bare = fillFormula(what, () => '1');
  if (findNotationError(bare) === undefined) {
    const of = rollFormula(asked, what);
    return of.ok ? ok({ what, rolls: of.value, missing: [] }) : of;
  }
  const found = asked.map((who) => ({ who, check: findCheck(who.checks, what) }));
  const of = found.flatMap(({ who, check }) => (check === undefined ? [] : [{ who, check }]));
  const [first] = of;
  const lacking = found.filter(({ check }) => check === undefined).map(({ who }) => who.name);
  if (first !== undefined && !(byName && lacking.length > 0))
    return ok({
      what: first.check.name,
      rolls: of.map(({ who, check: { name: _, ...check } }) => ({ who, check })),
      missing: lacking,
    });
  const words = listRollWords(asked);
  const { suggestions = [] } = { suggestions: [], ...matchName(what, words, (each) => [each]) };
  const there = `${words.slice(0, maxShown).join(', ')}${words.length > maxShown ? ' …' : ''}`;
  return refuse('no-such-check', {
    who: first === undefined ? undefined : lacking[0],
    word: what,
    problem: findNotationError(bare),
    example: 'what:d20+{agility}',
    hint: words.length === 0 || first !== undefined ? undefined : didYouMean(suggestions, phrase`Available: ${there}.`),
  });
};
