import { z } from 'zod';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { describeExpectedActions } from '../src/app/replies/order-outcome.ts';
import { lessonField, preparationSteps } from '../src/app/replies/preparation-steps.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import { explainIntent } from '../src/app/verbs/query-command.ts';
import { formatCommand } from '../src/app/verbs/verb-command.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { expectedActionsForViewer, openQuestionFor } from '../src/battle/views/expected-actions.ts';
import { controlledCombatants, isGm, viewerOf } from '../src/battle/views/viewer.ts';
import { listed, ok, phrase } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { flagParam, textParam } from '../src/rules/verb.ts';

const openingLines = (systems: readonly string[]) => [
  line(phrase`/battle create starts a battle in this channel with you as game master. Rulebooks: ${listed(systems)}.`),
  line('/learn teaches you a rulebook in five minutes: a small battle in which I play the other side.'),
  line('Then players use /battle join, you add foes with /npc add and start with /battle start.'),
  line('/rule looks up rules, /roll rolls dice, /character manages your sheets.'),
];
const joiningLines = [
  line('Join with one of your characters or a preset: /battle join preset:… side:…'),
  line('/character preset lists the presets.'),
];
const playingLines = [
  line('/my view: what you see and can do. /log: what happened. /undo: undo your last order.', 'quiet'),
  line(
    '/rule: what a rule says. /orders: how your combatants answer without asking you. /verify: why the dice are fair.',
    'quiet',
  ),
];
const gmLines = [
  line('/gm panel: your own view. /gm set: correct anything. /gm skip: act for absent players.', 'quiet'),
  line(
    '/undo list:yes: undo orders. /gm hide, reveal, telling, rolls: what players see. /battle end: end the battle.',
    'quiet',
  ),
];

/** The open question, and how it is answered. */
const answers = (battle: OpenBattle, user: string) => {
  const question = openQuestionFor(battle, user);
  return question?.choices === undefined
    ? []
    : [line(question.says), ...question.choices.map(({ id, label }) => line(`/answer choice:${id}: ${label}`))];
};

const maxAdvice = 2;

/** What the rulebook advises as things stand, in its own words: of the one whose move it is. */
const adviceOf = (battle: OpenBattle, user: string, actor: string | undefined) =>
  battle.game
    .advice(actor ?? user, viewerOf(battle, user))
    .slice(0, maxAdvice)
    .map(({ id, title, text }) => line(phrase`${title}: ${text} (/rule ${id})`, 'quiet'));

export const help = defineCommand(['battles', 'findRules', 'records', 'rulesets'], {
  path: ['help'],
  summary: 'Show what you can do now, and how to do what you want',
  params: z.strictObject({
    words: textParam('What you want: I want to hit Grim', 200).optional(),
    all: flagParam('List every action of this battle’s rulebook').optional(),
  }),
  run: async (asker, { words, all }, services) => {
    const { battles, records, rulesets } = services;
    if (words !== undefined) return explainIntent(asker, words, services);
    const battle = await battles.open(asker.channel);
    if (!battle.ok || battle.value.game.status === 'ended') {
      const title = battle.ok ? 'The battle here is over' : 'There is no battle here yet';
      return ok(createPrivateView({ cards: [card(title, { lines: openingLines(rulesets.map(({ id }) => id)) })] }));
    }
    const { saved, ruleset } = battle.value;
    const gm = isGm(saved.table, asker.user);
    const own = controlledCombatants(battle.value, asker.user);
    const awaited = expectedActionsForViewer(battle.value, asker.user);
    const mine = awaited.filter(({ actor }) => own.includes(actor) || (gm && saved.table.control[actor] === undefined));
    const verbs = all === true ? Object.keys(ruleset.verbs) : [...new Set(mine.flatMap((each) => each.verbs))];
    const known = verbs.flatMap((verb) => {
      if (verb === 'answer') return answers(battle.value, asker.user);
      const declared = ruleset.verbs[verb];
      return declared === undefined || (declared.role === 'gm' && !gm)
        ? []
        : line(phrase`${formatCommand(ruleset, verb)}: ${declared.summary}`);
    });
    const setup = saved.status === 'setup';
    const more = setup
      ? [...(own.length === 0 && !gm ? joiningLines : []), ...(gm ? preparationSteps(battle.value, asker.user) : [])]
      : playingLines;
    const lesson = lessonField(battle.value).flatMap((now) => [line(now.name, 'good'), line(now.text, 'good')]);
    const title = setup
      ? 'The battle is being prepared'
      : mine.length === 0
        ? 'It is not your turn'
        : 'It is your turn';
    const next = line(`${describeExpectedActions(battle.value, asker.user)}.`, mine.length === 0 ? 'plain' : 'good');
    const advised = adviceOf(battle.value, asker.user, mine.find(({ actor }) => own.includes(actor))?.actor);
    const desk = gm ? await records('desk', battle.value, { user: asker.user }) : undefined;
    const toDecide = desk?.ok
      ? desk.value.toDecide.map((each) => line(phrase`Waiting for your decision (/gm panel): ${each}`, 'bad'))
      : [];
    const lines = [...lesson, next, ...toDecide, ...known, ...advised, ...more, ...(gm && !setup ? gmLines : [])];
    return ok(createPrivateView({ cards: [card(title, { lines })] }));
  },
});
