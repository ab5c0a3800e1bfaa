import { type Line, line, type Row, step } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { healthWords, oneSideLeft, soakTold, tellsOf } from './describe.ts';
import type { EventOf } from './events.ts';
import type { State } from './model.ts';
import { blowRows } from './roll-rows.ts';
import { combatantCalled } from './roster.ts';
import { about, lossWords, nothing, one, type Told } from './telling.ts';

export const wounded = (
  { who, healthLost, cause }: EventOf<'wounded'>,
  { before, after, reader }: Told,
): readonly Line[] => {
  const was = combatantCalled(before, who);
  const me = combatantCalled(after, who);
  if (was === undefined || me === undefined || !reader.sees(who)) return nothing;
  const told = tellsOf(reader, who, 'health');
  const health = healthWords(me, after, reader);
  const state = me.life === was.life ? (health === undefined ? 'is hurt' : `is now ${health}`) : `is ${me.life}`;
  const dazed = me.dazed && !was.dazed ? ' and dazed' : '';
  const rows: readonly Row[] = [
    told
      ? [
          step('ST-WOUND-1', `${was.lost} + ${healthLost} = ${was.lost + healthLost} levels lost`),
          ...(me.overflow > was.overflow ? [step('ST-WOUND-6', `overflow ${me.overflow}`)] : []),
        ]
      : [],
    ...(dazed && soakTold(reader, who)
      ? [[step('ST-DAZE-1', `more than stamina ${me.sheet.attributes.stamina}: dazed`)]]
      : []),
  ];
  const by = cause === 'gm' ? ' by the GM’s word' : '';
  return [
    line(
      `${who} ${state}${dazed}${by}.`,
      'bad',
      rows.filter((row) => row.length > 0),
    ),
    ...newlyOneSide(before, after, reader),
  ];
};

/** ST-RUL-57: told once, when it comes to that. */
export const newlyOneSide = (before: State, after: State, reader: Reader): readonly Line[] => {
  const says = oneSideLeft(after, reader);
  return says === undefined || oneSideLeft(before, reader) === says
    ? nothing
    : one(says, 'plain', [[step('ST-RUL-57', 'the GM decides')]]);
};

export const tookEffect = ({ entry, blow }: EventOf<'took-effect'>, { reader }: Told): readonly Line[] => {
  const { author, target, what } = entry;
  if (!reader.sees(author) && (target === undefined || !reader.sees(target))) return nothing;
  const name = reader.sees(author) ? what : 'Something';
  const at = target === undefined ? '' : ` at ${reader.name(target)}`;
  const result =
    blow === undefined || target === undefined ? 'it takes effect' : lossWords(blow.healthLost, target, reader);
  return one(`${name}${at}: ${result}.`, blow && blow.healthLost > 0 ? 'bad' : 'plain', [
    [step('ST-RES-11', 'end of the turn')],
    ...(blow && target ? blowRows(blow, tellsOf(reader, author, 'pools'), soakTold(reader, target)) : []),
  ]);
};

export const botchSettled = (event: EventOf<'botch-settled'>, { reader }: Told): readonly Line[] => {
  const { who, consequence, weapon, victim, blow, says } = event;
  const words = says === undefined ? '' : `: ${says.replace(/[.!]$/, '')}`;
  const rules: readonly Row[] = [[step('ST-GM-2', consequence)]];
  if (consequence === 'weapon-broken') return about(reader, who, `${who}’s ${weapon} breaks${words}.`, 'bad', rules);
  if (consequence === 'none') return about(reader, who, `${who}’s botch${words || ' passes'}.`, 'plain', rules);
  if (victim === undefined || blow === undefined || !(reader.sees(who) || reader.sees(victim))) return nothing;
  const loss = lossWords(blow.healthLost, victim, reader);
  return one(`The botched attack strikes ${reader.name(victim)}${reader.sees(who) ? words : ''}: ${loss}.`, 'bad', [
    ...rules,
    ...blowRows(blow, tellsOf(reader, who, 'pools'), soakTold(reader, victim)),
  ]);
};
