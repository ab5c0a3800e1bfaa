import { listed } from '../../core/text.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { Event } from './events.ts';
import type { Eyes } from './eyes.ts';
import { rollRow } from './narrate-rolls.ts';

/** What is told of rounds, the token, Tactics and points. */
export const roundLine = (event: Event, eyes: Eyes): readonly Line[] => {
  switch (event.type) {
    case 'began': {
      const rows = event.rolls.map((fell) =>
        Object.entries(fell).map(([seat, value]) => step('DS-ROUND-2', `${eyes.name(seat)} ${value}`)),
      );
      return [line(`Deployment begins; ${eyes.name(event.holder)} holds the first initiative.`, 'good', rows)];
    }
    case 'round-began':
      return [line(`Round ${event.round} begins.`)];
    case 'token-moved': {
      const why = {
        skull: 'by a SKULL',
        cleanup: 'at the end of the round',
        eliminated: 'as the holder has no warriors',
      };
      return eyes.sees(event.to) || eyes.sees(event.from)
        ? [
            line(
              `The initiative passes from ${eyes.name(event.from)} to ${eyes.name(event.to)} ${why[event.why]}.`,
              'quiet',
            ),
          ]
        : [];
    }
    case 'tactics-tested': {
      const { seat, roll, kept, stored, lost, level } = event;
      if (!eyes.sees(seat)) return [];
      const after = stored ? `stores ${stored}` : lost ? 'loses the initiative' : 'nothing comes of it';
      const trained = step('DS-TAC-2', level === undefined ? 'untrained' : `trained to ${level}`);
      return [
        line(`Tactics of ${seat}: ${kept}, ${after}.`, stored ? 'good' : lost ? 'bad' : 'plain', [
          rollRow('Tactics', roll, eyes, [trained], []),
        ]),
      ];
    }
    case 'scored':
      return eyes.sees(event.seat)
        ? [
            line(
              `${event.seat} scores ${event.vp} VP (${event.about && eyes.sees(event.about) ? `${event.about} ` : ''}${event.why}).`,
              'good',
            ),
          ]
        : [];
    case 'ending':
      return [line('The game ends after this round.')];
    case 'game-over': {
      const winners = event.winners.map((id) => eyes.name(id));
      const text =
        winners.length === 0
          ? 'The game is over: nobody wins'
          : `The game is over: ${listed(winners)} ${winners.length === 1 ? 'wins' : 'win'}`;
      return [line(`${text} (${event.says}).`, 'good')];
    }
    default:
      return [];
  }
};
