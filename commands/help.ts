import { applyBattleDefaults } from '../src/app/campaigns/battle-defaults.ts';
import { type Asker, type Command, defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { describeSettingsOfRule, type FoundRule, ruleTitle } from '../src/app/input/rule-search.ts';
import { findRuleset } from '../src/app/input/sheets.ts';
import { panelReply } from '../src/app/replies/battle-panel.ts';
import { describeExpectedActions, outcomeReply } from '../src/app/replies/order-outcome.ts';
import { lessonCard, preparationSteps } from '../src/app/replies/preparation-steps.ts';
import { button, createPanel, createPrivateView, postOrPrivateView, selectMenu } from '../src/app/replies/reply.ts';
import { formatCommand } from '../src/app/replies/verb-names.ts';
import type { Need } from '../src/app/services.ts';
import { explainIntent } from '../src/app/verbs/intents.ts';
import type { Issuer } from '../src/battle/decide/decisions.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { expectedActionsForViewer, isFoe, openQuestionFor } from '../src/battle/views/expected-actions.ts';
import { describePuts } from '../src/battle/views/log-lines.ts';
import type { OrderReport } from '../src/battle/views/report.ts';
import { controlledCombatants, isGm, viewerOf } from '../src/battle/views/viewer.ts';
import {
  listed,
  ok,
  phrase,
  type Result,
  refuse,
  runForEveryone,
  term,
  translateRuleText,
  worded,
} from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import type { Lesson } from '../src/rules/content.ts';
import { line } from '../src/rules/event.ts';
import type { RuleEntry } from '../src/rules/rulebook.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { flagParam, textParam } from '../src/rules/verb.ts';
import { chosenRulesets, completeEach, offersOf, systemParam } from './completion.ts';
import { log } from './log.ts';

const openingLines = (systems: readonly string[]) => [
  line(phrase`/battle create starts a battle in this channel with you as game master. Rulebooks: ${listed(systems)}.`),
  line('/learn teaches you a rulebook in five minutes: a small battle in which I play the other side.'),
  line('Then players use /battle join, you add foes with /npc add and start with /battle start.'),
  line('/rule looks up rules, /roll rolls dice, /character create makes a character.'),
];
const joiningLines = [
  line('Join with one of your characters or a preset: /battle join preset:… side:…'),
  line('/character preset lists the presets.'),
];
const playingLines = [
  line('/my view: what you see and can do. /battle log: what happened. /undo: undo your last order.', 'quiet'),
  line(
    '/rule: what a rule says. /my standing-orders: how your combatants answer without asking you. /battle verify: why the dice are fair.',
    'quiet',
  ),
];
const gmLines = [
  line('/gm panel: your own view. /gm set: correct anything. /gm skip: act for absent players.', 'quiet'),
  line(
    '/undo list:yes: undo orders. /gm hide, reveal, foe-info, rolls: what players see. /battle end: end the battle.',
    'quiet',
  ),
];

/** Lines with the open question and the command for each possible answer. Empty if no question is open. */
const answers = (battle: OpenBattle, user: string) => {
  const question = openQuestionFor(battle, user);
  return question?.choices === undefined
    ? []
    : [line(question.says), ...question.choices.map(({ id, label }) => line(`/my answer choice:${id}: ${label}`))];
};

const maxAdvice = 2;

/** Lines with what scores points, and with the rulebook's advice for the combatant whose turn it is. */
const adviceOf = (battle: OpenBattle, user: string, actor: string | undefined) => [
  ...[battle.game.view(viewerOf(battle, user)).scoring ?? []].flat().map(({ says }) => line(says, 'quiet')),
  ...battle.game
    .advice(actor ?? user, viewerOf(battle, user))
    .slice(0, maxAdvice)
    .map(({ id, title, text }) =>
      line(phrase`${ruleTitle({ id, title, text })}: ${translateRuleText(text, id)} (/rule ${id})`, 'quiet'),
    ),
];

const buildHelp = (commands: () => readonly Command[]) =>
  defineCommand(['battles', 'findRules', 'rulesets'], {
    path: ['help'],
    scope: 'battle',
    summary: 'Show what you can do now, and how to do what you want',
    params: {
      words: textParam('What you want: I want to hit Grim', 200).optional(),
      all: flagParam('List every action of this battle’s rulebook').optional(),
    },
    run: async (asker, { words, all }, services) => {
      const { battles, rulesets } = services;
      const explained = words === undefined ? undefined : await explainIntent(asker, words, services, commands());
      if (explained?.isUnderstood) return ok(createPrivateView({ cards: explained.cards }));
      const rules = explained?.cards ?? [];
      const battle = await battles.open(asker.channel);
      if (!battle.ok || battle.value.game.status === 'ended') {
        const title = battle.ok ? 'The battle here is over' : 'There is no battle here yet';
        const opening = card(title, { lines: openingLines(rulesets.map(({ id }) => id)) });
        return ok(createPrivateView({ cards: [opening, ...rules] }));
      }
      const { saved, ruleset } = battle.value;
      const gm = isGm(saved.table, asker.user);
      const own = controlledCombatants(battle.value, asker.user);
      const awaited = expectedActionsForViewer(battle.value, asker.user);
      const mine = awaited.filter(
        ({ actor }) => own.includes(actor) || (gm && saved.table.control[actor] === undefined),
      );
      const verbs = all === true ? Object.keys(ruleset.verbs) : [...new Set(mine.flatMap((each) => each.verbs))];
      const known = verbs.flatMap((verb) => {
        if (verb === 'answer') return answers(battle.value, asker.user);
        const declared = ruleset.verbs[verb];
        return declared === undefined || (declared.role === 'gm' && !gm)
          ? []
          : line(phrase`${formatCommand(ruleset, verb)}: ${term(declared.summary)}`);
      });
      const setup = saved.status === 'setup';
      const more = setup
        ? [...(own.length === 0 && !gm ? joiningLines : []), ...(gm ? preparationSteps(battle.value, asker.user) : [])]
        : playingLines;
      const title = setup
        ? 'The battle is being prepared'
        : mine.length === 0
          ? 'It is not your turn'
          : 'It is your turn';
      const next = line(
        phrase`${describeExpectedActions(battle.value, asker.user)}.`,
        mine.length === 0 ? 'plain' : 'good',
      );
      const advised = adviceOf(battle.value, asker.user, mine.find(({ actor }) => own.includes(actor))?.actor);
      const toDecide = (gm ? describePuts(saved.table) : []).map((each) =>
        line(phrase`Waiting for your decision (/gm panel): ${each}`, 'bad'),
      );
      const lines = [next, ...toDecide, ...known, ...advised, ...more, ...(gm && !setup ? gmLines : [])];
      return ok(createPrivateView({ cards: [...lessonCard(battle.value), card(title, { lines }), ...rules] }));
    },
  });

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 1500);

const titleOf = (entry: RuleEntry, most: number): string =>
  phrase`${entry.id}: ${plain(ruleTitle(entry))}`.slice(0, most);

const ruleCard = ({ entry }: FoundRule, inForce: readonly string[], inFull: boolean) =>
  card(titleOf(entry, 250), {
    lines: [
      ...(entry.plain === undefined ? [] : [line(plain(translateRuleText(entry.plain.text, entry.id)))]),
      ...(entry.plain === undefined || inFull ? [line(plain(translateRuleText(entry.text, entry.id)))] : []),
      ...inForce.map((setting) => line(phrase`In this battle: ${setting}`, 'good')),
    ],
  });

const rule = defineCommand(['battles', 'findRules', 'records', 'rulesets'], {
  path: ['rule'],
  scope: 'battle',
  summary: 'Look up a rule by id or keywords',
  params: {
    words: textParam('An id like SK-ATK-3, or words like flank', 100),
    public: flagParam('Show it to everyone').optional(),
    full: flagParam('Include details: dice order, codes, settings, sources').optional(),
  },
  complete: completeEach({
    words: async (asker, typed, { battles, rulesets, findRules }) => {
      const battle = await battles.open(asker.channel);
      const system = battle.ok ? battle.value.ruleset.id : undefined;
      const found =
        typed.trim() === ''
          ? chosenRulesets({ system }, { rulesets }).flatMap(({ rules }) => rules().slice(0, 25))
          : findRules(typed, system).map(({ entry }) => entry);
      return found.slice(0, 25).map((entry) => ({ value: entry.id, label: titleOf(entry, 100) }));
    },
  }),
  run: async (asker, { words, public: open, full = false }, { battles, findRules, records, rulesets }) => {
    // The menu of a result names an ability of the table's own with a colon. The log has its text.
    if (words.endsWith(':')) return log.run(asker, { about: words.slice(0, 40) }, { battles, records });
    const battle = await battles.open(asker.channel);
    const system = battle.ok ? battle.value.ruleset.id : undefined;
    const found = findRules(words, system);
    const [first, ...others] = found.length > 0 ? found : findRules(words, undefined);
    if (first === undefined)
      return refuse('no-such-rule', { words, example: rulesets[0]?.rules()[0]?.id ?? 'SK-ATK-3' });
    const here = battle.ok && battle.value.ruleset.id === first.ruleset.id ? battle.value : undefined;
    const scoring = here?.game.view(viewerOf(here, open ? undefined : asker.user)).scoring;
    const inForce = describeSettingsOfRule(first.ruleset, first.entry, here?.saved.table.settings ?? {});
    const rows = scoring?.rule === first.entry.id ? [...inForce, scoring.says] : inForce;
    const more = others.slice(0, 10).map(({ entry }) => ({ label: titleOf(entry, 100), value: entry.id }));
    const exact = first.entry.id.toLowerCase() === words.trim().toLowerCase();
    return ok(
      postOrPrivateView({
        cards: [ruleCard(first, rows, full)],
        to: open ? 'everyone' : 'asker',
        controls: [
          ...(first.entry.plain === undefined || full
            ? []
            : [[button('Small print', { path: ['rule'], input: { words: first.entry.id, full: true } })]]),
          ...(exact || more.length === 0 ? [] : [[selectMenu('Other rules', 'words', more, { path: ['rule'] })]]),
        ],
      }),
    );
  },
});

type Done = Result<OrderReport>;

/** Lists the orders that set up a lesson. Each order knows whether it was already given before an interruption. */
const preparations = (
  asker: Asker,
  lesson: Lesson,
  { battles }: Need<'battles'>,
): readonly {
  readonly isDone: (battle: OpenBattle) => boolean;
  readonly does: (issuer: Issuer, battle: OpenBattle) => Promise<Done>;
}[] => {
  const { hero, foes, places: placements = [] } = lesson;
  const entrant = ({ name, side, sheet }: Lesson['hero']) => ({ id: name, side, sheet: sheet() });
  const actorsOf = ({ game }: OpenBattle) => [...new Set(game.roster().map(({ actor }) => actor))];
  const foesOf = (battle: OpenBattle) => actorsOf(battle).filter((actor) => isFoe(battle, actor));
  return [
    {
      isDone: ({ saved }) => Object.values(saved.table.control).includes(asker.user),
      does: (issuer) => battles.join(issuer, entrant(hero)),
    },
    {
      isDone: (battle) => foesOf(battle).length > 0,
      does: (issuer) => battles.addEntrants(issuer, foes.map(entrant), { placements }),
    },
    {
      isDone: ({ saved }) => saved.table.autopilot !== undefined,
      does: (issuer, battle) =>
        battles.changeSession(issuer, 'rule', 'autopilot', () =>
          ok([
            { type: 'autopilot-set', actors: [...foesOf(battle)], autopilot: { does: 'at-once', level: 'usual' } },
            { type: 'lesson-begun' },
          ]),
        ),
    },
    { isDone: ({ game }) => game.status !== 'setup', does: (issuer) => battles.start(issuer) },
  ];
};

/** Opens a lesson as a battle in this channel, or returns the user's lesson that has not started. */
const openLesson = async (
  asker: Asker,
  ruleset: Ruleset,
  lesson: Lesson,
  services: Need<'battles' | 'channels' | 'now' | 'people' | 'rulesets' | 'servers'>,
) => {
  const here = await services.battles.open(asker.channel);
  const { gm, name } = here.ok ? here.value.saved.table : { gm: '', name: '' };
  const lessonName = runForEveryone(() => worded(lesson.name));
  const isBroken = here.ok && here.value.game.status === 'setup' && gm === asker.user && name === lessonName;
  if (isBroken && here.value.ruleset.id === ruleset.id) return here;
  const wish = { system: ruleset.id, name: lessonName, rolls: 'public' as const };
  const draft = await applyBattleDefaults(asker, wish, undefined, services);
  if (!draft.ok) return draft;
  // Lessons ignore the server's house rules.
  const created = await services.battles.create(lessonIssuer(asker, 'create'), {
    ...draft.value,
    settings: lesson.settings ?? {},
  });
  return created.ok ? ok(created.value.after) : created;
};

const lessonIssuer = (asker: Asker, what: string): Issuer => {
  const { answerRoute: _, ...issuer } = toIssuer(asker);
  return { ...issuer, orderId: `${issuer.orderId}:${what}` };
};

const learn = defineCommand(['battles', 'channels', 'now', 'people', 'rulesets', 'servers'], {
  path: ['learn'],
  scope: 'server',
  usualReader: 'everyone',
  summary: 'Learn a rulebook in five minutes: a small battle against the bot',
  params: { system: systemParam },
  complete: completeEach({
    system: offersOf((_asker, { rulesets }) => rulesets.map(({ id, title }) => ({ value: id, label: title }))),
  }),
  run: async (asker, { system }, services) => {
    const lacks = (await services.channels.missingPermissions?.(asker.channel)) ?? [];
    if (lacks.length > 0) return refuse('missing-permissions', { permissions: listed(lacks) });
    const ruleset = findRuleset(services.rulesets, system);
    if (!ruleset.ok) return ruleset;
    const { lesson } = ruleset.value;
    if (lesson === undefined) return refuse('no-lesson', { system: ruleset.value.title });
    const first = await openLesson(asker, ruleset.value, lesson, services);
    if (!first.ok) return first;
    let battle = first.value;
    let begun: OrderReport | undefined;
    for (const [at, { isDone, does }] of preparations(asker, lesson, services).entries()) {
      if (isDone(battle)) continue;
      const done = await does(lessonIssuer(asker, String(at)), battle);
      if (!done.ok) return done;
      battle = done.value.after;
      begun = done.value;
    }
    const told = begun === undefined ? [] : outcomeReply(begun, asker.user).cards;
    return ok(
      runForEveryone(() => {
        const how = card(phrase`${term(ruleset.value.title)} in five minutes`, {
          lines: [
            line(lesson.opening),
            line(phrase`You play ${lesson.hero.name}; I play the others and explain one step at a time.`),
            line('/help shows what else you can do, /undo undoes an order, /battle end ends the lesson.', 'quiet'),
          ],
        });
        const { cards, controls } = panelReply(battle);
        return createPanel({ battle: battle.saved.id, cards: [how, ...told, ...cards], controls });
      }, battle.saved),
    );
  },
});

/** Builds `/help`, `/learn` and `/rule`. `commands`: what /help can recommend. */
export const buildHelpCommands = (commands: () => readonly Command[]) => [buildHelp(commands), learn, rule];
