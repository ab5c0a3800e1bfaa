import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { expectedActionsForViewer } from '../../battle/views/expected-actions.ts';
import { controlledCombatants, isGm, viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName, ok, phrase } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { type Line, line } from '../../rules/event.ts';
import { createReader } from '../../rules/reader.ts';
import type { Asker } from '../command-kit/asker.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { findSettings } from '../input/rule-search.ts';
import { formatSettingValue, settingTitle } from '../input/setting-entries.ts';
import { describeExpectedActions } from '../replies/order-outcome.ts';
import { createPrivateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { type IntentMatch, matchIntents } from './intents.ts';

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
  const own = battle === undefined ? [] : controlledCombatants(battle, asker.user);
  const now =
    battle === undefined
      ? []
      : expectedActionsForViewer(battle, asker.user)
          .filter(({ actor }) => own.includes(actor) || (gm && battle.saved.table.control[actor] === undefined))
          .flatMap(({ verbs }) => verbs);
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
