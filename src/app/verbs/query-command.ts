import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { battleView, isGm, viewerOf } from '../../battle/views/viewer.ts';
import { listed, normalizeName, ok, phrase, refuse } from '../../core/message.ts';
import { altText } from '../../presentation/alt-text.ts';
import { boardScene } from '../../presentation/board-scene.ts';
import { card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { type Line, line } from '../../rules/event.ts';
import { createReader } from '../../rules/reader.ts';
import { type Answer, flagParam } from '../../rules/verb.ts';
import type { BattleView } from '../../rules/view.ts';
import { type Asker, equivalentCommands } from '../command-kit/command.ts';
import { expandNames, findActiveBattle } from '../input/battle-names.ts';
import { findSettings } from '../input/rule-search.ts';
import { formatSettingValue, settingTitle } from '../input/setting-entries.ts';
import { describeExpectedActions, expectedActionsOfUser } from '../replies/order-outcome.ts';
import { createPrivateView, postOrPrivateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { type IntentMatch, matchIntents } from './intents.ts';
import {
  type CommandMaker,
  coerceInput,
  commonOptions,
  completeVerb,
  type OptionDescriptions,
  optionsAcrossSystems,
  systemsWithVerb,
} from './verb-command.ts';

const extras = z.strictObject({
  as: commonOptions.shape.as,
  public: flagParam('Show the answer to everyone').optional(),
});

const extraOptions = listOptions(extras);

/** The board with what the answer draws on it. */
const withDrawings = (view: BattleView, { strokes = [], zones = [], board = view.board }: Answer): BattleView =>
  board?.kind === 'grid' ? { ...view, board: { ...board, strokes, zones: [...board.zones, ...zones] } } : view;

/** The board with what an answer draws on it; nothing where it draws nothing. */
export const drawAnswer = (shown: BattleView, answer: Answer) => {
  const { strokes = [], zones = [], board } = answer;
  if (strokes.length + zones.length === 0 && board === undefined) return undefined;
  const view = withDrawings(shown, answer);
  const scene = boardScene(view);
  return scene && { scene, alt: altText(view) };
};

/** A free question as a slash command: answered privately unless the asker wants it public. */
export const defineQueryCommand =
  (name: string, summary: string, words?: OptionDescriptions): CommandMaker =>
  (rulesets) => {
    const systems = systemsWithVerb(rulesets, name, 'queries');
    const ids = systems.map(({ id }) => id);
    const forSystems = optionsAcrossSystems(systems, name, 'queries', { summary, beside: extraOptions, words });
    return {
      path: [name],
      summary,
      systems: ids,
      ...(ids.length === 1 && { isRare: true }),
      options: forSystems(ids)?.options ?? extraOptions,
      forSystems,
      run: async (asker, typed, { battles }) => {
        const battle = await battles.open(asker.channel);
        if (!battle.ok) return battle;
        const options = forSystems([battle.value.ruleset.id])?.options ?? [];
        const input = expandNames(battle.value, asker.user, options, typed) ?? typed;
        const { ruleset } = battle.value;
        const query = ruleset.queries[name];
        if (query === undefined) {
          const order = equivalentCommands(ruleset, name, input);
          const queries = listed(Object.keys(ruleset.queries).map((each) => `/${each}`));
          return refuse('not-in-system', { verb: `/${name}`, system: ruleset.title, order, queries });
        }
        const known = listOptions(query.params);
        const params = Object.fromEntries(
          Object.entries(input).filter(
            ([key]) => known.some((option) => option.name === key) || !Object.hasOwn(extras.shape, key),
          ),
        );
        const as = typeof input.as === 'string' && !('as' in params) ? input.as : undefined;
        const open = input.public === true;
        const answer = await battles.ask(
          asker.channel,
          open ? undefined : asker.user,
          asker.user,
          name,
          coerceInput(known, params),
          as,
        );
        if (!answer.ok) return answer;
        const { title, lines, files = [] } = answer.value;
        const picture = drawAnswer(battleView(battle.value, open ? undefined : asker.user), answer.value);
        return ok(
          postOrPrivateView({ cards: [card(title, { lines, picture })], files, to: open ? 'everyone' : 'asker' }),
        );
      },
      complete: completeVerb(name, extraOptions),
    };
  };

type HelpServices = Pick<Services, 'battles' | 'findRules'>;

const waysShown = 3;
const rulesShown = 2;
const settingsShown = 2;

/** Those of whom somebody may know, longest names first, whose name stands among these words. */
const namedIn = (battle: OpenBattle, user: string, words: string): readonly string[] => {
  const reader = createReader(viewerOf(battle, user));
  const said = ` ${normalizeName(words).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return battle.game
    .roster()
    .flatMap(({ id }) => (reader.canSee(id) ? [id] : []))
    .filter((id) => said.includes(` ${normalizeName(id).replace(/[^\p{L}\p{N}]+/gu, ' ')} `))
    .toSorted((a, b) => b.length - a.length);
};

/** An order with whom it is meant for, where that may be chosen for one of its options now. */
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

/** What somebody can type who wants something in words of their own: the order in this rulebook, whether it can be given now, the rule. */
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
  if (battle !== undefined)
    for (const { key, value } of findSettings(battle.ruleset, battle.saved.table.settings, words).slice(
      0,
      settingsShown,
    ))
      lines.push(
        line(
          phrase`The setting: ${settingTitle(battle.ruleset, key)} is ${formatSettingValue(value)} (/battle settings key:${key})`,
          'quiet',
        ),
      );
  if (ways.length === 0)
    lines.push(line('Nothing matches that. /help all:yes lists every action; /ask asks the game master.', 'quiet'));
  const title = ways.length === 0 ? 'I do not understand that' : 'What you could type';
  return ok(createPrivateView({ cards: [card(title, { lines })] }));
};
