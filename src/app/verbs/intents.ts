import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm, viewerOf } from '../../battle/views/viewer.ts';
import { currentDictionary, normalizeName, phrase, term, worded } from '../../core/message.ts';
import { ownWords } from '../../core/own-words.ts';
import { type Card, card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { type Line, line } from '../../rules/event.ts';
import { createReader } from '../../rules/reader.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker, Command } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { searchTerms, synonymsOf, toStems } from '../input/everyday-words.ts';
import { findSettings, ruleTitle } from '../input/rule-search.ts';
import { settingTitle, settingValueText } from '../input/setting-entries.ts';
import { describeExpectedActions, expectedActionsOfUser } from '../replies/order-outcome.ts';
import { formatCommand } from '../replies/verb-names.ts';
import type { Need } from '../services.ts';
import { readIntents } from './read-intents.ts';

/** A command with a description of what it does. */
export interface IntentMatch {
  /** The command as users type it: `/attack`, `/skure fly`, `/battle join`. */
  readonly order: string;
  readonly says: string;
  /** The verb or query of the rulebook that the command runs. */
  readonly verb?: string;
}

const intents = readIntents();

const intentCounts = new Map<string, number>();
for (const stem of intents.flatMap(({ stems }) => [...stems]))
  intentCounts.set(stem, (intentCounts.get(stem) ?? 0) + 1);

/** How much a word says about an intention: more if few intentions have it. */
const rarity = (stem: string): number => Math.log(1 + intents.length / (intentCounts.get(stem) ?? 8));

/** Points for a verb that the battle expects now. */
const expectedWeight = 0.5;
const synonymWeight = 0.5;
/** Weight of words like *my* and *all*, which say little. */
const smallWordWeight = 0.2;
const nameWeight = 0.8;
const summaryWeight = 0.2;
/** How much less a way counts for each better way in its intention. */
const rankLoss = 0.1;
/** The least share of a wish that its answer must understand, and the least score of a way as a share of the best. */
const minUnderstood = 0.3;
const minShare = 0.5;

/** The path of a command with options: `/gm set` for `/gm set field:hp`. */
const pathOf = (way: string): string => way.replace(/ \w+:.*$/, '');

/** The commands from which a user can choose in this rulebook. */
const availableIntents = (
  ruleset: Ruleset | undefined,
  gm: boolean,
  commands: readonly Command[],
): readonly IntentMatch[] => [
  ...Object.entries(ruleset?.verbs ?? {}).flatMap(([verb, { summary, role }]) =>
    ruleset === undefined || (role === 'gm' && !gm)
      ? []
      : [{ verb, order: formatCommand(ruleset, verb), says: summary }],
  ),
  ...Object.entries(ruleset?.queries ?? {}).flatMap(([verb, { summary }]) =>
    ruleset === undefined ? [] : [{ verb, order: formatCommand(ruleset, verb), says: summary }],
  ),
  ...commands
    .filter(({ systems, hidden, onMessage }) => systems === undefined && !hidden && onMessage === undefined)
    .map(({ path, summary }) => ({ order: `/${path.join(' ')}`, says: summary }))
    .filter(({ says }) => gm || !says.startsWith('GM: ')),
];

/** Finds the commands for what a user wants to do, likeliest first. `now`: verbs that the battle expects now. */
export const matchIntents = (
  words: string,
  ruleset: Ruleset | undefined,
  {
    gm,
    now,
    commands,
  }: { readonly gm: boolean; readonly now: readonly string[]; readonly commands: readonly Command[] },
): readonly IntentMatch[] => {
  const content = new Set(searchTerms(words));
  const said = [...new Set(toStems(words))];
  const weightOf = (stem: string): number => rarity(stem) * (content.has(stem) ? 1 : smallWordWeight);
  const scores = intents.map(({ stems: known }) =>
    said.reduce((sum, stem) => {
      const share = known.has(stem) ? 1 : synonymsOf(stem).some((each) => known.has(each)) ? synonymWeight : 0;
      return sum + share * weightOf(stem);
    }, 0),
  );
  const total = said.reduce((sum, stem) => sum + (content.has(stem) ? weightOf(stem) : 0), 0);
  const found = availableIntents(ruleset, gm, commands).map((match) => {
    let place = 0;
    let { order } = match;
    for (const [at, { ways }] of intents.entries()) {
      const rank = ways.findIndex(
        (each) => each === match.verb || (match.verb === undefined && pathOf(each) === match.order),
      );
      const score = rank < 0 ? 0 : (scores[at] ?? 0) * (1 - rankLoss * rank);
      if (score > place) [place, order] = [score, match.verb === undefined ? (ways[rank] ?? order) : match.order];
    }
    const name = (match.verb ?? match.order).replace(/[/-]/g, ' ').trim();
    const names = [name, ...ownWords(name)].flatMap(searchTerms);
    const summary = [match.says, worded(match.says)].flatMap(searchTerms);
    const own = said.reduce(
      (sum, each) =>
        sum + weightOf(each) * (names.includes(each) ? nameWeight : summary.includes(each) ? summaryWeight : 0),
      0,
    );
    const expected = match.verb !== undefined && now.includes(match.verb) ? expectedWeight : 0;
    const score = place + own;
    return { match: { ...match, order }, score: score === 0 ? 0 : score + expected };
  });
  const best = Math.max(...found.map(({ score }) => score));
  return found
    .filter(({ score }) => score > 0 && score >= best * minShare && best >= total * minUnderstood)
    .toSorted((a, b) => b.score - a.score)
    .map(({ match }) => match);
};

type HelpServices = Need<'battles' | 'findRules'>;

const waysShown = 3;
const rulesShown = 2;
const settingsShown = 2;

/** Visible combatants that a text names, longest name first. */
const namedIn = (battle: OpenBattle, user: string, words: string): readonly string[] => {
  const reader = createReader(viewerOf(battle, user));
  const said = ` ${normalizeName(words).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return battle.game
    .roster()
    .flatMap(({ id }) => (reader.canSee(id) ? [id] : []))
    .filter((id) => said.includes(` ${normalizeName(id).replace(/[^\p{L}\p{N}]+/gu, ' ')} `))
    .toSorted((a, b) => b.length - a.length);
};

/** Fills a combatant that the text names into a command, if the combatant is a legal choice now. */
const withNamed = async (
  asker: Asker,
  { order, verb }: IntentMatch,
  { ruleset }: OpenBattle,
  names: readonly string[],
  { battles }: HelpServices,
): Promise<string> => {
  const params = verb === undefined ? undefined : (ruleset.verbs[verb] ?? ruleset.queries[verb])?.params;
  if (verb === undefined || params === undefined || names.length === 0) return order;
  for (const { name, kind } of listOptions(params ?? z.object({}))) {
    if (kind !== 'text') continue;
    const offers = (await battles.offers(asker.channel, asker.user, verb, name, {})) ?? [];
    const meant = names.find((each) => offers.some(({ value }) => normalizeName(value) === normalizeName(each)));
    if (meant !== undefined) return `${order} ${name}:${meant}`;
  }
  return order;
};

/** Explains how to do something: suitable commands, whether each is possible now, rules and settings. */
export const explainIntent = async (
  asker: Asker,
  words: string,
  services: HelpServices,
  commands: readonly Command[],
): Promise<{ readonly isUnderstood: boolean; readonly cards: readonly Card[] }> => {
  const battle = await findActiveBattle(asker, services);
  const gm = battle === undefined || isGm(battle.saved.table, asker.user);
  const now = battle === undefined ? [] : expectedActionsOfUser(battle, asker.user).flatMap(({ verbs }) => verbs);
  const ways = matchIntents(words, battle?.ruleset, { gm, now, commands })
    .filter(({ order }) => battle !== undefined || order !== '/battle start')
    .slice(0, waysShown);
  const names = battle === undefined ? [] : namedIn(battle, asker.user, words);
  const lines: Line[] = [];
  for (const way of ways) {
    const order = battle === undefined ? way.order : await withNamed(asker, way, battle, names, services);
    lines.push(
      line(phrase`${order}: ${term(way.says)}`, way.verb !== undefined && now.includes(way.verb) ? 'good' : 'plain'),
    );
  }
  const acts = ways.some(({ verb }) => verb !== undefined && battle?.ruleset.verbs[verb] !== undefined);
  const isNow = ways.some(({ verb }) => verb !== undefined && now.includes(verb));
  if (battle !== undefined && acts && !isNow)
    lines.push(line(phrase`Not right now: ${describeExpectedActions(battle, asker.user)}.`, 'quiet'));
  for (const { entry } of services.findRules(words, battle?.ruleset.id).slice(0, rulesShown))
    lines.push(line(phrase`The rule: ${ruleTitle(entry)} (/rule ${entry.id})`, 'quiet'));
  const settings = battle === undefined ? [] : findSettings(battle.ruleset, battle.saved.table.settings, words);
  for (const { key, value } of settings.slice(0, settingsShown)) {
    const title = battle === undefined ? key : settingTitle(battle.ruleset, key);
    const says = phrase`The setting: ${title} is ${settingValueText(value)} (/battle settings key:${key})`;
    lines.push(line(says, 'quiet'));
  }
  const [best] = gm ? [] : matchIntents(words, battle?.ruleset, { gm: true, now, commands });
  const mayNot = best !== undefined && !ways.some(({ order }) => order === best.order);
  if (mayNot) lines.unshift(line(phrase`Only the GM can do that. Ask them to use ${best.order}`));
  const title = 'What you could type';
  if (ways.length > 0 || mayNot) return { isUnderstood: true, cards: [card(title, { lines })] };
  // In other languages than English, fewer wishes are understood. The caller then shows what can be done now.
  if (currentDictionary() !== undefined)
    return { isUnderstood: false, cards: lines.length === 0 ? [] : [card(title, { lines })] };
  lines.push(line('Nothing matches that. /help all:yes lists every action.', 'quiet'));
  return { isUnderstood: true, cards: [card('I do not understand that', { lines })] };
};
