import { squareName } from '../../rules/grid/square.ts';
import { type Line, line, type Row, step, type Tone } from '../../rules/lines.ts';
import type { Event, Harm } from './events.ts';
import type { Eyes } from './eyes.ts';
import { attackKnown, blastKnown } from './known.ts';
import { harmRows, rollRow, stepParts } from './narrate-rolls.ts';
import type { State } from './state.ts';

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** What came of damage, in words. */
export const harmText = (harm: Harm | undefined, armoured = true): string => {
  if (harm === undefined) return 'a miss';
  const { damage, armour, result } = harm;
  if (result !== 'none') return result;
  return armoured && armour !== undefined && armour.negated >= damage ? 'armour stops it' : 'unharmed';
};

const toneOf = (harm: Harm | undefined): Tone =>
  harm === undefined || harm.result === 'none'
    ? 'plain'
    : harm.result === 'killed' || harm.result === 'incapacitated'
      ? 'bad'
      : 'good';

const hitsText = (hits: number): string => `${hits} ${hits === 1 ? 'hit' : 'hits'}`;

/** May this reader know what a warrior's own steps are made of? */
const open = (eyes: Eyes, id: string): boolean => eyes.sees(id) && eyes.tells(id, 'steps');

const sightRow = (sight: Of<'attacked'>['sight']): readonly Row[] =>
  sight === undefined
    ? []
    : [
        [
          step('DS-LOS-3', `from the ${sight.corner} corner ${sight.count} of 4 lines are clear`),
          step('DS-RNG-2', `distance ${sight.distance}, band ${sight.band}`),
        ],
      ];

export const attackedLine = (event: Of<'attacked'>, before: State, eyes: Eyes): readonly Line[] => {
  const { warrior, target, weapon, roll, hits, grip, mode, harm } = event;
  if (!eyes.sees(warrior) && !eyes.sees(target)) return [];
  const seen = eyes.sees(warrior);
  const { modifiers, sight, flanked } = attackKnown(event, before, eyes);
  const statuses = [...(flanked ? ['flanked'] : []), ...(event.surprised && eyes.sees(target) ? ['surprised'] : [])];
  const text = `${eyes.name(warrior)} attacks ${eyes.name(target)}${seen ? ` with ${weapon}` : ''}${
    statuses.length > 0 ? ` (${statuses.join(', ')})` : ''
  }: ${harm === undefined ? 'a miss' : `${hitsText(hits)}, ${harmText(harm, eyes.tells(target, 'armour'))}`}.`;
  const counts = [
    ...(grip ? [step('DS-MELEE-5', 'two-handed grip leaves out one SKL')] : []),
    step(mode === 'melee' ? 'DS-MELEE-4' : 'DS-RNG-5', `= ${hitsText(hits)}`),
    ...(event.advSpent === 0 ? [] : [step('DS-TRAIT-4', `an ADV spent: ${event.advSpent} on armour and injury`)]),
  ];
  const shown = open(eyes, target) && seen && open(eyes, warrior);
  return [
    line(text, toneOf(harm), [
      ...(shown ? sightRow(sight) : []),
      rollRow('attack', roll, eyes, shown ? stepParts(modifiers) : [], counts),
      ...harmRows(harm, eyes, open(eyes, target), eyes.tells(target, 'armour')),
    ]),
  ];
};

export const blastedLine = (event: Of<'blasted'>, before: State, eyes: Eyes): readonly Line[] => {
  const seen = eyes.sees(event.warrior);
  const { modifiers, sight } = blastKnown(event, before, eyes);
  return [
    line(
      `${eyes.name(event.warrior)} aims ${seen ? event.weapon : 'a blast'} at ${squareName(event.space)}.`,
      'plain',
      [...(seen ? sightRow(sight) : []), rollRow('blast', event.roll, eyes, seen ? stepParts(modifiers) : [], [])],
    ),
  ];
};

export const struckLine = (event: Of<'blast-struck'>, eyes: Eyes): readonly Line[] => {
  if (!eyes.sees(event.target)) return [];
  const { harm, hits, distance: away, dice, cover } = event;
  const text = `The blast ${harm === undefined ? 'misses' : 'strikes'} ${event.target}${
    harm === undefined ? '' : `: ${hitsText(hits)}, ${harmText(harm, eyes.tells(event.target, 'armour'))}`
  }.`;
  return [
    line(text, toneOf(harm), [
      [
        step('DS-AOE-6', `distance ${away}: dice ${dice.join(', ')}`),
        step('DS-AOE-6', `= ${hitsText(hits)}`),
        ...(cover > 0 && harm !== undefined ? [step('DS-AOE-9', `cover from the blast ${cover}`)] : []),
      ],
      ...harmRows(harm, eyes, open(eyes, event.target), eyes.tells(event.target, 'armour')),
    ]),
  ];
};

export const harmedLine = (event: Of<'harmed'>, eyes: Eyes): readonly Line[] =>
  eyes.sees(event.target)
    ? [
        line(
          `${event.target} suffers ${event.harm.damage} damage (${event.source}): ${harmText(event.harm, eyes.tells(event.target, 'armour'))}.`,
          toneOf(event.harm),
          harmRows(event.harm, eyes, open(eyes, event.target), eyes.tells(event.target, 'armour')),
        ),
      ]
    : [];
