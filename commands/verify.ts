import { z } from 'zod';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { createPost } from '../src/app/replies/reply.ts';
import { ok, phrase } from '../src/core/message.ts';
import { seedCommitment } from '../src/dice/order-dice.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';

const sealed = [
  line(
    'The battle’s secret seed was drawn before anyone joined. Its fingerprint (SHA-256) was published at that time.',
  ),
  line(
    'When the battle began, a salt was made from the ids of the players’ join commands. Every die is calculated from the seed, the salt, the order’s id and the die’s number.',
  ),
  line(
    'When the battle is over, the seed is published and /verify rolls every die again. No one can predict or change a roll.',
  ),
];

export const verify = defineCommand(['battles', 'records'], {
  path: ['verify'],
  usualReader: 'everyone',
  summary: 'Verify every die of a finished battle; before that, show the seed’s fingerprint',
  params: z.strictObject({}),
  run: async (asker, _input, { battles, records }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { saved } = battle.value;
    const fingerprint = { name: 'Fingerprint of the seed', text: seedCommitment(saved.seed) };
    const edition = { name: 'Dice', text: phrase`Edition ${saved.edition.dice}` };
    if (saved.status !== 'ended')
      return ok(
        createPost({ cards: [card('The dice are sealed', { lines: sealed, fields: [fingerprint, edition] })] }),
      );
    const made = await records('check', battle.value, {});
    if (!made.ok) return made;
    const { passed, checks, dice } = made.value.checked;
    const lines = checks.map((each) =>
      line(phrase`${each.passed ? 'OK' : 'FAILS'}: ${each.text}`, each.passed ? 'good' : 'bad'),
    );
    const hand =
      dice.byHand === 0 ? [] : [line(phrase`${dice.byHand} dice were rolled by hand and cannot be verified.`, 'quiet')];
    // Everybody reads the answer, whoever asks: the file holds what everybody may know.
    const files = [{ name: 'battle.json', content: made.value.ledger }];
    const fields = [fingerprint, { name: 'Seed', text: saved.seed }, { name: 'Salt', text: saved.table.salt }, edition];
    const proved =
      dice.recomputed > 0
        ? phrase`All dice verified (${dice.recomputed})`
        : dice.byHand === 0
          ? 'The battle is verified; no dice were rolled'
          : 'The battle is verified, except its dice: all were rolled by hand';
    const title = passed ? proved : 'This battle failed verification';
    const how = line(
      'You can also check the file on your own computer: npm run --silent verify -- battle.json',
      'quiet',
    );
    return ok(
      createPost({
        cards: [card(title, { tone: passed ? 'good' : 'bad', lines: [...lines, ...hand, how], fields })],
        files,
      }),
    );
  },
});
