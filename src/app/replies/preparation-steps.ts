import type { OpenBattle } from '../../battle/saved/store.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { phrase } from '../../core/message.ts';
import { type Line, line } from '../../rules/event.ts';

/** Something that a battle needs before it can begin. */
interface Step {
  readonly isDone: boolean;
  readonly says: string;
}

/** Have those who wait for a place on the board one? */
const arePlaced = (battle: OpenBattle, user: string, there: readonly string[]): boolean => {
  const { board } = battle.game.view(viewerOf(battle, user));
  return board?.kind === 'grid' && there.every((id) => board.figures.some((figure) => figure.id === id));
};

/** What the game master does next before a battle begins: what is done, what is left, and what to think of. */
export const preparationSteps = (battle: OpenBattle, user: string): readonly Line[] => {
  const { game, saved, ruleset } = battle;
  const roster = game.roster();
  const actors = [...new Set(roster.map(({ actor }) => actor))];
  const played = actors.filter((actor) => saved.table.control[actor] !== undefined);
  const places = ruleset.verbs.deploy?.role === 'gm' && !ruleset.isPlacedAfterStart;
  const steps: readonly Step[] = [
    { isDone: played.length > 0, says: 'Players join: press Join, or type /battle join.' },
    {
      isDone: actors.length > Math.max(1, played.length),
      says: 'Add foes: /npc add preset:… count:3 (to hide them, add hidden:until-revealed), or /encounter bring.',
    },
    ...(places
      ? [
          {
            isDone:
              roster.length > 0 &&
              arePlaced(
                battle,
                user,
                roster.map(({ id }) => id),
              ),
            says: 'Place everyone: press Place everyone, or /battle place target:… to:…',
          },
        ]
      : []),
  ];
  const left = steps.find(({ isDone }) => !isDone);
  return [
    ...steps.map((step) =>
      line(step.isDone ? phrase`✓ ${step.says}` : step.says, step.isDone ? 'quiet' : step === left ? 'good' : 'plain'),
    ),
    line('Start with /battle start.', left === undefined ? 'good' : 'plain'),
    line(
      'Optional before that: /battle settings for house rules, /battle odds for who would win, /gm autopilot for foes that act on their own.',
      'quiet',
    ),
  ];
};
