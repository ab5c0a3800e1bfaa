import { z } from 'zod';
import { applyBattleDefaults } from '../src/app/campaigns/battle-defaults.ts';
import { type Asker, defineCommand, matchingOffers, toIssuer } from '../src/app/command-kit/command.ts';
import { findRuleset } from '../src/app/input/sheets.ts';
import { panelReply } from '../src/app/replies/battle-panel.ts';
import { outcomeReply } from '../src/app/replies/order-outcome.ts';
import { createPanel } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { Issuer } from '../src/battle/decide/decisions.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isFoe } from '../src/battle/views/expected-actions.ts';
import type { OrderReport } from '../src/battle/views/report.ts';
import { listed, ok, phrase, type Refusal, type Result, refuse } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import type { Lesson } from '../src/rules/content.ts';
import { line } from '../src/rules/event.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { textParam } from '../src/rules/verb.ts';

type Done = Result<OrderReport, Refusal>;

/** Everything that a lesson needs before its first step, each done where it is not done yet, so that one which broke off goes on. */
const preparations = (
  asker: Asker,
  lesson: Lesson,
  { battles }: Pick<Services, 'battles'>,
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

/** The battle of a lesson here that was not begun yet, or a new one. */
const opened = async (
  asker: Asker,
  ruleset: Ruleset,
  lesson: Lesson,
  services: Pick<Services, 'battles' | 'channels' | 'now' | 'people' | 'rulesets' | 'servers'>,
) => {
  const here = await services.battles.open(asker.channel);
  const { gm, name } = here.ok ? here.value.saved.table : { gm: '', name: '' };
  const isBroken = here.ok && here.value.game.status === 'setup' && gm === asker.user && name === lesson.name;
  if (isBroken && here.value.ruleset.id === ruleset.id) return here;
  const wish = { system: ruleset.id, name: lesson.name, rolls: 'public' as const };
  const draft = await applyBattleDefaults(asker, wish, undefined, services);
  if (!draft.ok) return draft;
  // A lesson goes by the book, whatever the house rules of the server are.
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

export const learn = defineCommand(['battles', 'channels', 'now', 'people', 'rulesets', 'servers'], {
  path: ['learn'],
  usualReader: 'everyone',
  summary: 'Learn a rulebook in five minutes: a small battle against the bot',
  params: z.strictObject({ system: textParam('The rulebook', 40) }),
  complete: async (_asker, option, typed, _soFar, { rulesets }) =>
    option === 'system'
      ? matchingOffers(
          rulesets.map(({ id, title }) => ({ value: id, label: title })),
          typed,
        )
      : [],
  run: async (asker, { system }, services) => {
    const lacks = (await services.channels.missingPermissions?.(asker.channel)) ?? [];
    if (lacks.length > 0) return refuse('missing-permissions', { permissions: listed(lacks) });
    const ruleset = findRuleset(services.rulesets, system);
    if (!ruleset.ok) return ruleset;
    const { lesson } = ruleset.value;
    if (lesson === undefined) return refuse('no-lesson', { system: ruleset.value.title });
    const first = await opened(asker, ruleset.value, lesson, services);
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
    const how = card(phrase`${ruleset.value.title} in five minutes`, {
      lines: [
        line(lesson.opening),
        line(phrase`You play ${lesson.hero.name}; I play the others and explain one step at a time.`),
        line('/help shows what else you can do, /undo undoes an order, /battle end ends the lesson.', 'quiet'),
      ],
    });
    const { cards, controls } = panelReply(battle);
    const told = begun === undefined ? [] : outcomeReply(begun, asker.user).cards;
    return ok(createPanel({ battle: battle.saved.id, cards: [how, ...told, ...cards], controls }));
  },
});
