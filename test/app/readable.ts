import { panelReply } from '../../src/app/replies/battle-panel.ts';
import { type House, opened } from './house.ts';

/** Replaces ids, tokens and numbers that differ between any two battles. */
const plain = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/[0-9a-f]{16}…/g, 'seal')
    .replaceAll(/"moment":\d+/g, '"moment":0')
    .replaceAll(/(?<=")\d+\. /g, '');

const filledIn = ['target', 'path', 'to', 'as', 'warrior', 'weapon', 'spell'];

/** All texts that this user can read, also after guessing a name that they should not know. */
export const readable = async (there: House, user: string, guessed: string): Promise<readonly string[]> => {
  const battle = await opened(there);
  const texts: string[] = [JSON.stringify(panelReply(battle))];
  for (const path of [
    'battle status',
    'my view',
    'help',
    'my standing-orders',
    'gm panel',
    'gm effect',
    'gm foe-info',
    'battle list',
  ]) {
    const answer = await there.run(user, path, {});
    texts.push(answer.ok ? JSON.stringify(answer.value) : await there.sentence(answer.error, 'table'));
  }
  const log = await there.services.battles.logView('table', user);
  const lines = (log.ok ? log.value : []).flatMap((each) => each.lines);
  // Skips the note about preset dice.
  const ownWords = ['The dice were rolled by hand.'];
  texts.push(...lines.filter(({ text }) => !ownWords.includes(text)).map((each) => JSON.stringify(each)));
  for (const { path, options } of there.dispatcher.commands.filter((each) => each.path.join() in battle.ruleset.verbs))
    for (const { name: option } of options.filter(({ name }) => filledIn.includes(name)))
      texts.push(`${path} ${option} ${JSON.stringify(await there.complete(user, path.join(' '), option))}`);
  for (const query of Object.keys(battle.ruleset.queries)) {
    const answer = await there.run(user, query, {
      ...(['odds', 'sight', 'los'].includes(query) ? { target: 'Grim' } : {}),
    });
    texts.push(`${query} ${answer.ok ? JSON.stringify(answer.value) : await there.sentence(answer.error, 'table')}`);
  }
  for (const name of [guessed, 'Nobody'])
    for (const [path, input] of [
      ['attack', { target: name }],
      ['orders', { kind: 'turn', answer: 'ask', as: name }],
      ['end', { as: name }],
    ] as const) {
      const answer = await there.run(user, path, input);
      if (!answer.ok) texts.push((await there.sentence(answer.error, 'table')).replaceAll(name, 'X'));
    }
  return texts.map(plain);
};
