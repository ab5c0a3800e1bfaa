import type { Person } from '../discord/fake/person.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { benchBot } from './bench-bot.ts';
import { type Measured, median, quantile } from './measure.ts';

const rounds = 8;
const most = 3000;

/** Eight foes around one who withstands them, in a whole bot on Postgres: their turns at one press, until the last message says it. */
export const benchRunOfFoes = async (): Promise<readonly Measured[]> => {
  const postgres = await realPostgres(true);
  const { discord, close } = await benchBot(postgres.url);
  try {
    const [gm, player] = [discord.user('Gwen', { manages: true }), discord.user('Ann')];
    /** Milliseconds from what was done to the last that is said of it, picture included. */
    const took = async (who: Person, act: () => Promise<unknown>): Promise<number> => {
      const before = discord.requests().length;
      await act();
      await discord.quiet(1000);
      const last = discord.requests().slice(before).at(-1);
      return (last?.cameAt ?? Number.NaN) - (discord.sentBy(who).at(-1)?.leftAt ?? Number.NaN);
    };
    await gm.slash('/battle create system:skure size:12x10');
    await player.slash('/battle join preset:Roland Vey, swordsman side:red');
    for (const line of [
      '/npc add preset:Zombie count:8 side:blue',
      '/battle place target:Ann to:F5 facing:N',
      ...['E4', 'F4', 'G4', 'E5', 'G5', 'E6', 'F6', 'G6'].map(
        (to, at) => `/battle place target:Zombie ${at + 1} to:${to} facing:N`,
      ),
      '/gm set field:hp value:9000 who:Ann',
      '/battle start',
    ])
      await gm.slash(line);
    const [whole, one]: [number[], number[]] = [[], []];
    for (let n = 0; n < rounds; n++) {
      one.push(await took(player, () => player.slash('/end')));
      const plan = await gm.slash('/gm autopilot who:all');
      whole.push(await took(gm, () => gm.press('Run all your combatants', plan)));
    }
    return [
      {
        what: `eight foes’ turns at one press, to the last of what is said (${rounds} rounds); floor: one order, to the same`,
        unit: 'ms',
        median: median(whole),
        worst: quantile(whole, 0.99),
        floor: median(one),
        budget: `${most} ms`,
        holds: median(whole) <= most,
      },
    ];
  } finally {
    await close();
    await postgres.end();
  }
};
