import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm, viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName, ok, phrase } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { type Line, line } from '../../rules/event.ts';
import { createReader } from '../../rules/reader.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker, Command } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { searchTerms, stemWord, synonymsOf, toStems } from '../input/everyday-words.ts';
import { findSettings } from '../input/rule-search.ts';
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

/** What users want to do, in everyday words, with the verbs, queries and commands for it, likeliest first. */
const intents = `
charge rush dive ram trample = charge | declare | attack ; flee retreat escape withdraw = retreat | move | declare
hit strike attack kill stab slash cut smash punch kick shoot throw beat slay = attack | declare | take
walk run go move step approach closer near sneak travel = move | gain | declare | take ; fly land height = fly | move
cast spell magic fireball bolt enchant throw = cast | blast | declare | nominate ; drink potion = potion | declare
heal cure bandage medicine treat = cast | interact | potion | herb | declare | heal ; ask question master = ask
protect shield cover ally friend guard bodyguard = guard | intercept | block | defend ; keep same anyway = keep
defend dodge parry block evade duck = defend | block | stance | declare | end ; shield ready raise = declare | minor
counter riposte = counter | declare ; turn face facing around = turn | declare ; second action nominate = nominate
breathe breath = breath | attack | declare ; chance chances odds likely probability percent = odds
wait pass done finished finish nothing skip turn end = end | pass | forgo | next | declare
see sight visible spot line = sight | los | reach | /my view ; far distance range reach = reach | sight | cost
initiative first order sooner = initiative | tactics | close ; stance secretly sealed early ahead = stance | intend
know recall lore monster weak = knowledge | check | /battle status ; loot search treasure bodies = loot
open close door lever chest pick object = interact | minor | stunt | check ; shout warn = shout | /character say | ask
trick jump swing climb push trip stunt throw chandelier rope = stunt | push | check | declare | ask
stand standup rise mount ride dismount draw weapon swap = minor | major | declare | interact
carry perform execute action declared nominated = take | resolve ; roll dice die d20 d6 d100 = /roll dice:…
check test perception luck notice listen = check | knowledge | /roll
place deploy put = place | deploy | /gm set field:position who:… ; another else somebody target redirect = redirect
say talk speak voice words as character = /character say words:… | say
undo mistake wrong oops back accident revert rewind change mind ago cancel = /undo
fair cheat cheating cheater rigged honest dice seed trust fake bot real random = /battle verify
happened happens log history before asleep missed miss why recap summary last round read again = /battle log
transcript export download text pdf file write written record whole story protocol replay log game = /battle export
absent holiday vacation busy offline away dinner tomorrow later hours minutes weeks days leave out = /my away until:…
go gone back hours sleep work weekend cannot play until week trip = /my away until:…
deputy substitute replace friend play for me instead someone fill in take over my takes brother character handle = /my deputy
status health hurt life everyone next turn whose who round order where alive still up dead = /battle status
where am i my square position figure board map show again standing guy = /battle status | /my view
what can i do now allowed options possible choices my hp left sheet = /my view
waiting anyone for me battles servers pending turns my list todo = /my turns
automatically automatic always standing orders answer react dodge me without asking every time = /my standing-orders
ping pings notify notification mention night quiet time zone mute stop messages annoying timezone off turn = /my settings
delete erase privacy data everything about me gdpr stored forget know personal download my = /my privacy
show reveal my secret hidden roll everyone everybody rolled secretly = /my show-roll
lucky luck dice statistics stats average rolled bad unlucky = /battle stats | /my stats
join play enter in too seat take part let me sign up register participate = /battle join preset:…
leave quit exit give up battle take me out playing flee drop = /battle leave
watch spectate spectator audience just without playing only observe look on = /battle watch
make new create own character hero sheet form build = /character create system:… name:…
edit change give better weapon sword armor equipment level character hero sheet guy my = /character edit name:…
picture portrait image avatar face upload character hero token art = /character portrait
learn tutorial teach beginner lesson never played new how play explain am what this game know nothing start = /learn system:…
only gm my roll secret secretly hidden blind nobody = /roll dice:… rolls:blind
rule rules mean means meaning what explain stunned = /rule words:…
win winning odds will lose who beat survive battle chances we hard difficult too strong survival chance our = /battle odds
balanced fair fight win encounter many foes build propose heroes hard difficult = /encounter propose | /battle odds
foe foes monster zombie goblin skeleton ogre enemy enemies bring add npc put spawn more board drop = /npc add preset:… count:…
make new own create design foe monster npc sheet form custom = /npc create
start new create open begin battle fight game session host = /battle create system:…
start begin battle go = /battle start | begin | initiative ; load encounter saved prepared adventure = /encounter load
end over stop battle fight finish finished winner call off win heroes won = /battle end winner:…
timer time limit clock deadline turn slow too long hours day days hurry faster forever speed up set most = /battle clock time:24h
pause break campaign christmas holiday holidays stop until january week continue later resume freeze = /battle clock do:pause | /campaign pause
skip absent left gone afk offline quit dropped out player answer answered responding since yesterday ghosted asleep fell keyboard disappeared = /gm skip
autopilot automatic themselves itself bot ai control monsters foes attack play run for me auto computer run skeleton goblin = /gm autopilot does:at-once
everybody everyone all players party rolls roll perception check test save strength ask make = /gm ask-roll what:…
secret hidden blind private roll rolls dice nobody else players see know rolled not may hide my = /gm rolls mode:blind
players see know hp health numbers foe boss stats exact how many not hide monster = /gm foe-info mode:…
hide hidden secretly invisible ambush unseen first = /gm hide who:…
reveal show appear unhide jump out ambush ambushers visible discovered hidden = /gm reveal who:…
give back hp heal damage take lose hurt points restore = /gm set field:hp who:… value:… | heal | harm | damage
correct fix change set value number stats tougher stronger weaker monster = /gm set field:… who:… value:…
move wrong place put somewhere else position placed teleport square = /gm set field:position who:… value:…
remove delete take off board out kick dead vanish disappear = /gm remove who:… | remove | leave
effect poison poisoned curse bless buff debuff bonus penalty minus plus rounds everyone condition = /gm effect name:… modifiers:…
allow let anyway exception permit once should allowed = /gm exception who:… what:… | /gm request
approve request asked grant accept refuse deny player wants = /gm request
control give let player run another over pet wolf hand combatant mercenary give play = /gm control who:… player:…
cogm co gm second gm help hand over master else role make become from = /gm role role:co-gm
hand over campaign master transfer pass owner gm role kick member = /campaign role role:gm
everything secret stuff where see decide inbox overview panel waiting decisions = /gm panel
channel private thread secret messages where gm screen = /gm channel
house rules rule settings setting option change variant homebrew = /battle settings
map load walls wall file dungeon import upload doors terrain obstacle = /battle map
picture background image map behind board use png upload photo = /battle background picture:…
save keep again later reuse encounter battle fight template = /library save kind:encounter
import foundry sheet character characters json file csv paste bring from ytsheet roll20 = /library import
campaign start create new long adventure series friends several = /campaign create systems:…
invite players player friends add people get into campaign join link = /campaign invite player:…
campaign next battle fight open post = /campaign battle ; whisper gm ask privately = ask | /character say words:…
after battle carry wounds experience what happens characters adventure = /campaign carry-over
rest sleep night heal healed wounds recover full adventure between everyone after = /character rest
revive resurrect dead life back alive hero character = /character revive | revive`
  .trim()
  .split(/\n| ; /)
  .map((each) => each.split(' = '))
  .map(([words = '', ways = '']) => ({ stems: new Set(words.split(' ').map(stemWord)), ways: ways.split(' | ') }));

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
    const names = searchTerms((match.verb ?? match.order).replace(/[/-]/g, ' '));
    const summary = searchTerms(match.says);
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
export const explainIntent = async (
  asker: Asker,
  words: string,
  services: HelpServices,
  commands: readonly Command[],
) => {
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
  const [best] = gm ? [] : matchIntents(words, battle?.ruleset, { gm: true, now, commands });
  const mayNot = best !== undefined && !ways.some(({ order }) => order === best.order);
  if (mayNot) lines.unshift(line(phrase`Only the GM can do that. Ask them to use ${best.order}`));
  if (ways.length === 0 && !mayNot)
    lines.push(line('Nothing matches that. /help all:yes lists every action.', 'quiet'));
  const title = ways.length === 0 && !mayNot ? 'I do not understand that' : 'What you could type';
  return ok(createPrivateView({ cards: [card(title, { lines })] }));
};
