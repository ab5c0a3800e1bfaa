import { z } from 'zod';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { battleCards, findDeadlines, verbControls } from '../src/app/replies/battle-panel.ts';
import { answerControls } from '../src/app/replies/order-outcome.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import { formatCommand } from '../src/app/verbs/verb-command.ts';
import { expectedActionsForViewer } from '../src/battle/views/expected-actions.ts';
import { controlledCombatants, createCaller } from '../src/battle/views/viewer.ts';
import { ok, phrase } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { mayCommand } from '../src/rules/expected-action.ts';

const view = defineCommand(['battles', 'people', 'waits'], {
  path: ['my', 'view'],
  summary: 'The battle as you see it, your combatants, and what you can do now',
  params: z.strictObject({}),
  run: async (asker, _input, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { saved, ruleset } = battle.value;
    const own = controlledCombatants(battle.value, asker.user);
    const mine = expectedActionsForViewer(battle.value, asker.user).filter(({ actor }) => own.includes(actor));
    const lines = mine.flatMap(({ actor, what, verbs }) => [
      line(phrase`${actor} ${what}`, 'good'),
      ...verbs.map((verb) =>
        line(phrase`${formatCommand(ruleset, verb)}: ${ruleset.verbs[verb]?.summary ?? 'answer the question'}`),
      ),
    ]);
    const title =
      own.length === 0
        ? 'You have no combatants here'
        : lines.length === 0
          ? 'Nothing is waiting for you'
          : 'What you can do now';
    const { pending } = saved;
    const asked = pending !== undefined && mayCommand(createCaller(battle.value, asker.user, pending.question.to));
    const controls = asked
      ? answerControls(battle.value, asker.user, 'my')
      : mine.length > 0
        ? verbControls(battle.value, asker.user, { view: 'my' })
        : [];
    const deadlines = await findDeadlines(battle.value, asker.user, services);
    return ok(
      createPrivateView({
        cards: [...battleCards(battle.value, asker.user, deadlines), card(title, { lines })],
        controls,
        replaces: asker.view !== undefined,
      }),
    );
  },
});

export const myCommands = [view];
