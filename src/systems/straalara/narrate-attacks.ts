import { type Line, type Row, step } from '../../rules/lines.ts';
import { poolTold, soakTold, tellsOf } from './describe.ts';
import type { EventOf, Roll } from './events.ts';
import { blowRows, rollRows } from './roll-rows.ts';
import { about, lossWords, nothing, one, successes, type Told } from './telling.ts';

const attackWords: Readonly<Record<string, string>> = {
  brawl: 'strikes at',
  melee: 'strikes at',
  archery: 'shoots at',
  thrown: 'throws at',
  spell: 'casts at',
};

const progressRow = (extended: EventOf<'attacked'>['extended'], botch: boolean): readonly Row[] =>
  extended === undefined
    ? []
    : [
        [
          step(
            'ST-RES-10',
            botch ? 'botched: all progress is lost' : `gathered ${extended.progress} of ${extended.goal}`,
          ),
        ],
      ];

const botchRow = ({ hits }: Roll, told: boolean): Row => [
  step('ST-POOL-9', !told ? 'a botch' : hits === 0 ? 'no hit and a 1: botch' : 'more 1s than hits: botch'),
  step('ST-RES-5', 'it may go wrong'),
];

export const attacked = (event: EventOf<'attacked'>, { reader }: Told): readonly Line[] => {
  const { who, target, maneuver, weapon, spell, roll, extended, pending } = event;
  if (!reader.sees(who) && !reader.sees(target)) return nothing;
  const told = poolTold(reader, who, roll.parts);
  const tool = reader.sees(who) ? (weapon ?? spell) : undefined;
  const how = tool === undefined ? '' : ` with ${tool}`;
  const botch = roll.outcome === 'botch';
  const result = botch
    ? 'a botch! The GM says what goes wrong'
    : roll.successes === 0
      ? 'nothing comes of it'
      : successes(roll.successes);
  const name = reader.sees(who) ? who : 'Somebody';
  const rows = [
    ...rollRows('attack', 'ST-POOL-6', roll, told),
    ...(botch ? [botchRow(roll, told)] : []),
    ...(tellsOf(reader, who, 'progress') ? progressRow(extended, botch) : []),
    ...(pending ? [[step('ST-DEF-1', `${reader.name(target)} may answer`)]] : []),
  ];
  return one(
    `${name} ${attackWords[maneuver] ?? 'attacks'} ${reader.name(target)}${how}: ${result}.`,
    botch ? 'bad' : roll.successes === 0 ? 'quiet' : 'plain',
    rows,
  );
};

export const defended = (
  { who, maneuver, with: tool, roll }: EventOf<'defended'>,
  { reader }: Told,
): readonly Line[] => {
  if (roll === undefined) return about(reader, who, `${who} does not defend.`, 'quiet');
  const how = tool === undefined ? maneuver : `${maneuver} with ${tool}`;
  const botch = roll.outcome === 'botch' ? ', a botch! The GM says what goes wrong' : '';
  return about(
    reader,
    who,
    `${who} answers: ${how}, ${successes(roll.successes)}${botch}.`,
    botch === '' ? 'plain' : 'bad',
    rollRows('defense', 'ST-POOL-6', roll, poolTold(reader, who, roll.parts)),
  );
};

export const struck = (event: EventOf<'struck'>, { reader }: Told): readonly Line[] => {
  const { who, target, attack, defense, net, blow } = event;
  if (!reader.sees(who) && !reader.sees(target)) return nothing;
  const netRow = [
    step('ST-DEF-6', `attack ${attack} − defense ${defense}`),
    step('ST-RES-6', `= net ${net}${net >= 1 ? ': a hit' : ': defended'}`),
  ];
  const victim = reader.name(target);
  if (net < 1) return one(`${victim} wards off the attack.`, 'good', [netRow]);
  if (blow === undefined)
    return one(`The attack finds ${victim}; it takes effect at the end of the turn.`, 'plain', [
      netRow,
      [step('ST-RES-9', 'delayed')],
    ]);
  return one(
    `${victim} is hit: ${lossWords(blow.healthLost, target, reader)}.`,
    blow.healthLost > 0 ? 'bad' : 'plain',
    [netRow, ...blowRows(blow, tellsOf(reader, who, 'pools'), soakTold(reader, target))],
  );
};

export const acted = (event: EventOf<'acted'>, { reader }: Told): readonly Line[] => {
  const { who, target, what, roll, oppose, extended, net, blow } = event;
  if (!reader.sees(who)) return nothing;
  const told = poolTold(reader, who, roll.parts);
  const botch = roll.outcome === 'botch';
  const result = botch
    ? 'a botch! The GM says what goes wrong'
    : net === undefined
      ? 'the work goes on'
      : net < 1
        ? 'it fails'
        : blow === undefined || target === undefined
          ? 'it works'
          : `it works, ${lossWords(blow.healthLost, target, reader)}`;
  const at = target === undefined ? '' : ` at ${reader.name(target)}`;
  return one(`${who}, ${what}${at}: ${result}.`, botch ? 'bad' : net !== undefined && net >= 1 ? 'good' : 'quiet', [
    ...rollRows('action', 'ST-ACT-1', roll, told),
    ...(oppose && target
      ? rollRows(`${reader.name(target)} opposes`, 'ST-ACT-1', oppose, poolTold(reader, target, oppose.parts))
      : []),
    ...(net === undefined ? [] : [[step('ST-ACT-2', `net ${net}`)]]),
    ...(tellsOf(reader, who, 'progress') ? progressRow(extended, botch) : []),
    ...(blow && target ? blowRows(blow, tellsOf(reader, who, 'pools'), soakTold(reader, target)) : []),
  ]);
};
