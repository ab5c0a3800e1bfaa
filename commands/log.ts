import { defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { answerWithRawLog } from '../src/app/records/raw-log.ts';
import { exportFormats, logKinds } from '../src/app/records/record-builder.ts';
import {
  type CommandAnswer,
  type ControlAction,
  createOrderResult,
  postOrPrivateView,
} from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { counted, ok, phrase, runForEveryone, term } from '../src/core/message.ts';
import { seedCommitment } from '../src/dice/order-dice.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { combatantParam, oneOfParam, textParam, userParam, wholeNumberParam } from '../src/rules/verb.ts';
import { defineBattleCommand } from './answers.ts';
import {
  battleParam,
  completeEach,
  openBattleNamed,
  ownBattles,
  publicParam,
  visibleCombatants,
} from './completion.ts';

export const log = defineCommand(['battles', 'records'], {
  path: ['battle', 'log'],
  scope: 'battle',
  summary: 'Show what has happened so far',
  params: {
    page: wholeNumberParam('Which page; page 1 is the newest', 1, 100_000).optional(),
    entry: wholeNumberParam('Show this entry in full detail (its number)', 1, 1_000_000).optional(),
    round: wholeNumberParam('Only this round', 0, 100_000).optional(),
    combatant: combatantParam('Only entries about this combatant').optional(),
    person: userParam('Only orders from this person').optional(),
    kind: oneOfParam('Only entries of this kind', logKinds).optional(),
    about: textParam('Only entries with these words', 40).optional(),
    public: publicParam,
    battle: battleParam,
  },
  complete: completeEach({ combatant: visibleCombatants, battle: ownBattles() }),
  run: async (asker, { page, entry: wanted, public: open, battle: named, ...filter }, services) => {
    const reader = open ? undefined : asker.user;
    const battle = await openBattleNamed(asker, named, services);
    if (!battle.ok) return answerWithRawLog(asker, battle.error, page ?? 1, services);
    const given = Object.entries({ ...filter, public: open, battle: named });
    const baseInput: ControlAction['input'] = Object.fromEntries(
      given.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
    const shown = await services.records('log', battle.value, { reader, filter, page, entry: wanted, baseInput });
    if (!shown.ok) return shown;
    // Turning pages replaces the message.
    const turned = page !== undefined || wanted !== undefined;
    return ok(postOrPrivateView({ ...shown.value, to: open ? 'everyone' : 'asker', replaces: turned }));
  },
});

const reveal = defineBattleCommand(['records'], {
  path: ['my', 'show-roll'],
  usualReader: 'everyone',
  summary: 'Reveal a hidden roll to everyone; /battle verify can prove it later',
  params: {
    entry: wholeNumberParam('The roll’s number in the log; default: your last hidden roll', 1, 1_000_000).optional(),
  },
  run: async (battle, asker, { entry: number }, { battles, records }) => {
    const found = await records('hidden roll', battle, { user: asker.user, number });
    if (!found.ok) return found;
    const { n, own, open } = found.value;
    const right = own ? 'command own' : 'choose telling';
    const report = await battles.changeSession(toIssuer(asker), right, 'reveal', () =>
      ok([{ type: 'roll-opened', entry: n }]),
    );
    if (!report.ok) return report;
    const { saved } = report.value.after;
    const again = await runForEveryone(() => records('hidden roll', battle, { user: asker.user, number }), saved);
    const { lines } = again.ok ? again.value.open : open;
    return ok(
      runForEveryone(() => {
        const shown = card(phrase`Hidden roll of entry ${open.number}, revealed`, { lines });
        return createOrderResult({ cards: [shown], battle: saved.id });
      }, saved),
    );
  },
});

const sealed = [
  line('The battle’s secret seed was drawn before anyone joined. Its fingerprint (SHA-256) was published then.'),
  line(
    'When the battle began, a salt was made from the ids of the players’ join commands. Every die is calculated from the seed, the salt, the order’s id and the die’s number.',
  ),
  line('When it is over, the seed is published and /battle verify rolls every die again: no roll can be changed.'),
];

/** Verifies all dice of a finished battle. Before that, shows the fingerprint of its seed. */
const verifyDice = async (
  battle: OpenBattle,
  to: 'everyone' | 'asker',
  records: Services['records'],
): Promise<CommandAnswer> => {
  const { saved } = battle;
  const fingerprint = { name: 'Fingerprint of the seed', text: seedCommitment(saved.seed) };
  const edition = { name: 'Dice', text: phrase`Edition ${saved.edition.dice}` };
  if (saved.status !== 'ended') {
    const sealedCard = card('The dice are sealed', { lines: sealed, fields: [fingerprint, edition] });
    return ok(postOrPrivateView({ cards: [sealedCard], to }));
  }
  const made = await records('check', battle, {});
  if (!made.ok) return made;
  const { passed, checks, dice } = made.value.checked;
  const lines = checks.map((each) =>
    line(phrase`${term(each.passed ? 'OK' : 'FAILS')}: ${term(each.text)}`, each.passed ? 'good' : 'bad'),
  );
  const byHand =
    dice.byHand === 0
      ? []
      : [line(phrase`Rolled by hand, so not verified: ${counted(dice.byHand, 'die', 'dice')}.`, 'quiet')];
  // The answer is public, so the file contains only public information.
  const files = [{ name: 'battle.json', content: made.value.ledger }];
  const fields = [fingerprint, { name: 'Seed', text: saved.seed }, { name: 'Salt', text: saved.table.salt }, edition];
  const proved =
    dice.recomputed > 0
      ? phrase`All dice verified (${dice.recomputed})`
      : dice.byHand === 0
        ? 'The battle is verified; no dice were rolled'
        : 'The battle is verified, except its dice: all were rolled by hand';
  const title = passed ? proved : 'This battle failed verification';
  const how = line('You can also check the file on your own computer: npm run --silent verify -- battle.json', 'quiet');
  const cards = [card(title, { tone: passed ? 'good' : 'bad', lines: [...lines, ...byHand, how], fields })];
  return ok(postOrPrivateView({ cards, files, to }));
};

const verify = defineCommand(['battles', 'records'], {
  path: ['battle', 'verify'],
  scope: 'battle',
  usualReader: 'everyone',
  summary: 'Verify every die of a finished battle; before that, show the seed’s fingerprint',
  params: { battle: battleParam },
  complete: completeEach({ battle: ownBattles() }),
  run: async (asker, { battle: named }, { battles, records }) => {
    const battle = await openBattleNamed(asker, named, { battles });
    if (!battle.ok) return battle;
    const { saved } = battle.value;
    return saved.channel === asker.channel
      ? runForEveryone(() => verifyDice(battle.value, 'everyone', records), saved)
      : verifyDice(battle.value, 'asker', records);
  },
});

const says = {
  markdown: 'For forum posts: every round, result and calculation.',
  html: 'One page that works offline: save it and open it in a browser. It steps through the battle and checks the dice.',
  json: 'For other programs. When the battle is over, you can verify the file: npm run --silent verify -- FILE',
  dice: 'All dice and the data to verify them. To verify, run: npm run --silent verify -- FILE',
} as const;

const exportCommand = defineCommand(['battles', 'records'], {
  path: ['battle', 'export'],
  scope: 'battle',
  summary: 'Export what you may see of the battle: replay page, Markdown, JSON, or dice',
  params: {
    format: oneOfParam('The file format', exportFormats).default('html'),
    public: publicParam,
    battle: battleParam,
  },
  complete: completeEach({ battle: ownBattles() }),
  run: async (asker, { format, public: open, battle: named }, services) => {
    const reader = open ? undefined : asker.user;
    const battle = await openBattleNamed(asker, named, services);
    if (!battle.ok) return answerWithRawLog(asker, battle.error, 1, services);
    const file = await services.records('export', battle.value, { user: reader, format });
    if (!file.ok) return file;
    const lines = [line(says[format], 'quiet')];
    const cards = [card(phrase`${battle.value.saved.table.name} (${format})`, { lines })];
    return ok(postOrPrivateView({ cards, files: [file.value], to: open ? 'everyone' : 'asker' }));
  },
});

export const logCommands = [exportCommand, log, reveal, verify];
