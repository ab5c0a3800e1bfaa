import { type Line, line, step } from '../../rules/lines.ts';
import type { EventOf } from './events.ts';
import { type At, about } from './narrate-about.ts';
import { degreeRow, percentRow, tellsDegree } from './narrate-attack.ts';
import { namesFor, tellsSum } from './words.ts';

/** SEG-AMB-3, as its table says it; level 5 is that and worse. */
const noticing: Readonly<Record<number, string>> = {
  1: 'notices just before',
  2: 'notices as it happens',
  3: 'is half surprised',
  4: 'is surprised',
};

/** SEG-MELEE-1, by the degree of the PER check. */
const locating = { '1x': 'locates', '2x': 'half locates', fail: 'does not locate' } as const;

/** Ambushes and checks: who notices what, and who succeeds. */
export const noticeLines = (
  event: EventOf<'ambushed' | 'shouted' | 'sighted' | 'checked'>,
  at: At,
): readonly Line[] => {
  const { reader } = at;
  switch (event.type) {
    case 'ambushed':
      return [
        line('An ambush!', 'bad', [[step('SEG-AMB-2', 'each victim rolls PER')]]),
        ...event.victims.flatMap(({ who, level, roll }) =>
          about(
            at,
            who,
            (name) => `${name} ${noticing[level] ?? 'is wholly surprised'} (level ${level}).`,
            'plain',
            tellsDegree(reader, who, roll) ? [degreeRow('SEG-AMB-2', 'PER', roll)] : [],
          ),
        ),
      ];
    case 'shouted': {
      if (!event.shouts) return about(at, event.who, (name) => `${name} keeps silent.`, 'quiet');
      const warned = namesFor(reader, event.improved);
      return about(
        at,
        event.who,
        (name) => `${name} shouts!${warned === '' ? '' : ` One level better: ${warned}.`}`,
        'good',
        [[step('SEG-AMB-4', 'one level better')]],
      );
    }
    case 'sighted':
      return about(
        at,
        event.sight.who,
        (name) => `${name} ${locating[event.sight.seen]} ${reader.name(event.sight.foe)}.`,
        'plain',
        tellsDegree(reader, event.sight.who, event.sight.roll)
          ? [degreeRow('SEG-MELEE-7', 'PER', event.sight.roll)]
          : [],
      );
    case 'checked': {
      const { what, multiple, roll } = event;
      const kind = what === 'luck' ? 'a Luck save' : `${multiple}x ${what.toUpperCase()}`;
      return about(
        at,
        event.who,
        (name) => `${name} ${roll.success ? 'makes' : 'fails'} ${kind}.`,
        roll.success ? 'good' : 'bad',
        tellsSum(reader, event.who, 'checks', roll.parts) ? [percentRow('SEG-CHECK-1', roll)] : [],
      );
    }
  }
};
