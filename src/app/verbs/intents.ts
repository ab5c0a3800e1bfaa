import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm, viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName, ok, phrase } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { type Line, line } from '../../rules/event.ts';
import { createReader } from '../../rules/reader.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { findSettings, stemWord, toSearchTerms } from '../input/rule-search.ts';
import { formatSettingValue, settingTitle } from '../input/setting-entries.ts';
import { describeExpectedActions, expectedActionsOfUser } from '../replies/order-outcome.ts';
import { createPrivateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { formatCommand } from './verb-names.ts';

/** A command with a description of what it does. */
export interface IntentMatch {
  /** The command as users type it: `/attack`, `/skure fly`, `/battle join`. */
  readonly order: string;
  readonly says: string;
  /** The verb or query of the rulebook that the command runs. */
  readonly verb?: string;
}

interface Intent {
  /** Words by which users express the intention. */
  readonly words: string;
  /** Phrases by which users express the intention. The single words in them mean something else. */
  readonly phrases?: readonly string[];
  /** What serves the intention: verbs and queries, likeliest first, then general commands. */
  readonly ways: readonly string[];
}

/** What users want to do, in everyday words, with the verbs and commands for it. */
const intents: readonly Intent[] = [
  { words: 'charge rush dive ram trample', ways: ['charge', 'declare', 'attack'] },
  { words: 'aim careful steady', ways: ['aim', 'declare'] },
  {
    words: 'hit strike attack kill fight stab slash cut smash punch kick shoot throw hurt beat wound slay',
    ways: ['attack', 'declare', 'take'],
  },
  { words: 'walk run go move step approach closer near sneak', ways: ['move', 'gain', 'declare', 'take'] },
  {
    words: 'flee retreat escape withdraw away',
    phrases: ['run away', 'get away', 'run for it', 'go away'],
    ways: ['retreat', 'move', 'declare'],
  },
  { words: 'cast spell magic fireball bolt enchant', ways: ['cast', 'blast', 'declare', 'nominate'] },
  { words: 'heal cure bandage medicine treat', ways: ['cast', 'interact', 'potion', 'herb', 'declare', 'heal'] },
  { words: 'drink potion', ways: ['potion', 'declare'] },
  { words: 'herb herbs', ways: ['herb'] },
  { words: 'protect shield cover ally friend guard bodyguard', ways: ['guard', 'intercept', 'block', 'defend'] },
  { words: 'defend dodge parry block evade duck', ways: ['defend', 'block', 'stance', 'declare', 'end'] },
  { words: 'counter riposte', ways: ['counter', 'declare'] },
  { words: 'turn face facing around', ways: ['turn', 'declare'] },
  { words: 'fly land height', ways: ['fly', 'move'] },
  { words: 'breathe breath', ways: ['breath', 'attack', 'declare'] },
  { words: 'wait pass done finish nothing skip', ways: ['end', 'pass', 'forgo', 'next', 'declare'] },
  { words: 'chance chances odds likely probability percent', ways: ['odds'] },
  { words: 'see sight look visible spot line', ways: ['sight', 'los', 'reach', '/my view'] },
  { words: 'far distance range reach', ways: ['reach', 'sight', 'cost'] },
  { words: 'initiative first order sooner', ways: ['initiative', 'tactics', 'close'] },
  { words: 'know recall lore monster weak', ways: ['knowledge', 'check', '/battle status'] },
  { words: 'open close door lever chest use pick object', ways: ['interact', 'minor', 'stunt', 'check'] },
  { words: 'trick jump swing climb push trip stunt throw', ways: ['stunt', 'push', 'check', 'declare', 'ask'] },
  { words: 'stand rise mount ride dismount draw weapon swap', ways: ['minor', 'major', 'declare', 'interact'] },
  { words: 'another else instead redirect', ways: ['redirect'] },
  { words: 'keep same anyway', ways: ['keep'] },
  { words: 'check test perception luck notice listen', ways: ['check', 'knowledge', '/roll'] },
  { words: 'loot search treasure', ways: ['loot'] },
  { words: 'surrender yield', ways: ['surrender'] },
  { words: 'say talk speak shout warn', ways: ['say', 'shout', '/character say', 'ask'] },
  { words: 'ask question master', ways: ['ask'] },
  { words: 'place deploy stand put', ways: ['place', 'deploy', '/gm set'] },
  { words: 'activate', ways: ['activate'] },
  { words: 'undo mistake wrong oops back', ways: ['/undo'] },
  { words: 'fair cheat honest dice seed', ways: ['/battle verify'] },
  { words: 'happened log history before', ways: ['/battle log'] },
  { words: 'absent holiday deputy busy offline', ways: ['/my away'] },
  { words: 'status health hurt life', ways: ['/battle status', '/my view'] },
  { words: 'foe foes monster monsters enemy enemies bring add npc', ways: ['/npc add'] },
  { words: 'join play enter character', ways: ['/battle join'] },
  { words: 'make new own character sheet form', ways: ['/character create'] },
  { words: 'make new own foe monster sheet form', ways: ['/npc create'] },
  { words: 'learn tutorial teach beginner lesson', ways: ['/learn'] },
  { words: 'balanced fair fight win encounter many foes', ways: ['/encounter propose', '/battle odds'] },
  { words: 'start begin', ways: ['/battle start', 'begin', 'initiative'] },
  { words: 'end over stop battle', ways: ['/battle end'] },
  { words: 'correct fix change set', ways: ['/gm set', '/undo'] },
  { words: 'hide hidden secret secretly invisible', ways: ['/gm hide'] },
  { words: 'roll dice die', ways: ['/roll'] },
  { words: 'rule rules', ways: ['/rule'] },
  { words: 'create open new start begin battle', ways: ['/battle create'] },
];

/** Commands for intentions in all rulebooks. `gm`: true for commands of game masters. */
const commonIntents: readonly (IntentMatch & { readonly gm?: true })[] = [
  { order: '/battle create', says: 'Open a battle in a channel: system:…' },
  { order: '/undo', says: 'Undo your last order, if it revealed nothing' },
  { order: '/battle verify', says: 'Why the dice are fair' },
  { order: '/battle log', says: 'What happened' },
  { order: '/my view', says: 'What you see and can do' },
  { order: '/my away', says: 'What happens while you are away' },
  { order: '/battle status', says: 'The state of everyone, or of one combatant: who:…' },
  { order: '/battle join', says: 'Join with one of your characters or a preset' },
  { order: '/character create', says: 'Create a character with a form: system:… name:…' },
  { order: '/learn', says: 'Learn a rulebook in five minutes: system:…' },
  { order: '/roll', says: 'Roll dice' },
  { order: '/rule', says: 'Look up a rule' },
  { order: '/character say', says: 'Speak in the voice of your combatant' },
  { order: '/npc add', says: 'Add foes: preset:… count:…', gm: true },
  { order: '/encounter propose', says: 'How many foes make a fair fight: foe:… chance:…', gm: true },
  { order: '/battle odds', says: 'Who would win, who falls, how long it takes' },
  { order: '/battle start', says: 'Start the battle', gm: true },
  { order: '/battle end', says: 'End the battle: winner:… reason:…', gm: true },
  { order: '/gm set', says: 'Correct anything: field:… who:… value:…', gm: true },
  { order: '/gm hide', says: 'Hide a combatant: who:…', gm: true },
];

/** Points for a verb that the battle expects now. */
const expectedWeight = 2;

/** Maximum number of points for the position of a command in its intention's list. */
const maxRank = 12;
const nameWeight = 8;
const summaryWeight = 3;

/** The commands from which a user can choose in this rulebook. */
const availableIntents = (ruleset: Ruleset | undefined, gm: boolean): readonly IntentMatch[] => [
  ...Object.entries(ruleset?.verbs ?? {}).flatMap(([verb, { summary, role }]) =>
    ruleset === undefined || (role === 'gm' && !gm)
      ? []
      : [{ verb, order: formatCommand(ruleset, verb), says: summary }],
  ),
  ...Object.entries(ruleset?.queries ?? {}).flatMap(([verb, { summary }]) =>
    ruleset === undefined ? [] : [{ verb, order: formatCommand(ruleset, verb), says: summary }],
  ),
  ...commonIntents.filter((door) => gm || door.gm !== true),
];

/** Finds the commands for what a user wants to do, likeliest first. `now`: verbs that the battle expects now. */
export const matchIntents = (
  words: string,
  ruleset: Ruleset | undefined,
  { gm, now }: { readonly gm: boolean; readonly now: readonly string[] },
): readonly IntentMatch[] => {
  const all = ` ${(words.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []).join(' ')} `;
  const phrased = intents.flatMap(({ phrases = [] }) => phrases.filter((each) => all.includes(` ${each} `)));
  const rest = phrased.reduce((left, each) => left.replaceAll(` ${each} `, ' '), all).trim();
  const raw = rest.split(' ');
  const said = new Set([...raw, ...raw.map(stemWord), ...toSearchTerms(rest).split(' ')].filter((word) => word !== ''));
  const meant = intents.filter(
    (intent) =>
      intent.words.split(' ').some((word) => said.has(word) || said.has(stemWord(word))) ||
      intent.phrases?.some((each) => phrased.includes(each)),
  );
  const scoreOf = ({ order, says, verb }: IntentMatch) => {
    const places = meant.flatMap(({ ways }) => {
      const at = ways.findIndex((each) => each === verb || each === order);
      return at < 0 ? [] : [maxRank - 2 * at];
    });
    const names = toSearchTerms((verb ?? order).replace(/[/-]/g, ' ')).split(' ');
    const summary = toSearchTerms(says).split(' ');
    const ownWords = [...said].filter((word) => names.includes(word)).length * nameWeight;
    const summaryWords = [...said].filter((word) => word.length > 2 && summary.includes(word)).length * summaryWeight;
    const place = Math.max(0, ...places);
    const own = place + ownWords + summaryWords;
    return { place, score: own === 0 ? 0 : own + (verb !== undefined && now.includes(verb) ? expectedWeight : 0) };
  };
  return availableIntents(ruleset, gm)
    .map((way) => ({ way, ...scoreOf(way) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.place - a.place)
    .map(({ way }) => way);
};

type HelpServices = Pick<Services, 'battles' | 'findRules'>;

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

/** Answers how to do something: suitable commands, whether each is possible now, rules and settings. */
export const explainIntent = async (asker: Asker, words: string, services: HelpServices) => {
  const battle = await findActiveBattle(asker, services);
  const gm = battle !== undefined && isGm(battle.saved.table, asker.user);
  const now = battle === undefined ? [] : expectedActionsOfUser(battle, asker.user).flatMap(({ verbs }) => verbs);
  const ways = matchIntents(words, battle?.ruleset, { gm, now }).slice(0, waysShown);
  const names = battle === undefined ? [] : namedIn(battle, asker.user, words);
  const lines: Line[] = [];
  for (const way of ways) {
    const order = battle === undefined ? way.order : await withNamed(asker, way, battle, names, services);
    lines.push(
      line(phrase`${order}: ${way.says}`, way.verb !== undefined && now.includes(way.verb) ? 'good' : 'plain'),
    );
  }
  const acts = ways.some(({ verb }) => verb !== undefined && battle?.ruleset.verbs[verb] !== undefined);
  const isNow = ways.some(({ verb }) => verb !== undefined && now.includes(verb));
  if (battle !== undefined && acts && !isNow)
    lines.push(line(phrase`Not right now: ${describeExpectedActions(battle, asker.user)}.`, 'quiet'));
  for (const { entry } of services.findRules(words, battle?.ruleset.id).slice(0, rulesShown))
    lines.push(line(phrase`The rule: ${entry.plain?.title ?? entry.title} (/rule ${entry.id})`, 'quiet'));
  const settings = battle === undefined ? [] : findSettings(battle.ruleset, battle.saved.table.settings, words);
  for (const { key, value } of settings.slice(0, settingsShown)) {
    const title = battle === undefined ? key : settingTitle(battle.ruleset, key);
    const says = phrase`The setting: ${title} is ${formatSettingValue(value)} (/battle settings key:${key})`;
    lines.push(line(says, 'quiet'));
  }
  if (ways.length === 0) lines.push(line('Nothing matches that. /help all:yes lists every action.', 'quiet'));
  const title = ways.length === 0 ? 'I do not understand that' : 'What you could type';
  return ok(createPrivateView({ cards: [card(title, { lines })] }));
};
