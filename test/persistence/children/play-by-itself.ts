// A process that plays battles of its own without pause until it is told to stop, and says of each order what came of it:
// `kept <order> in <channel>` or `refused <code> in <channel>`. Every seventh order is given once more, as Discord does.
import { type Field, fieldsOf, leftAlone, selfPlaying } from '../self-playing.ts';

const [, , databaseUrl = '', prefix = ''] = process.argv;
let stopped = false;
process.once('SIGTERM', () => {
  stopped = true;
});

const house = await selfPlaying(databaseUrl);
console.log('opened');

const play = async (field: Field): Promise<void> => {
  for (let n = 1; !stopped; n++) {
    const orderId = `${field.channel} ${n}`;
    const outcome = await house.order(field, orderId);
    if (outcome === 'no-battle-here') await house.begin(field, orderId);
    else
      console.log(
        outcome === 'kept' ? `kept ${orderId} in ${field.channel}` : `refused ${outcome} in ${field.channel}`,
      );
    if (outcome === 'kept' && n % 7 === 0) await house.again(field, orderId);
    if (leftAlone.includes(outcome)) return;
  }
};

const gather = async (): Promise<void> => {
  for (let n = 1; !stopped; n++) {
    const outcome = await house.character(`${prefix} player`, `Hero ${n % 5}`);
    console.log(outcome === 'kept' ? `kept Hero ${n} in direct` : `refused ${outcome} in direct`);
  }
};

try {
  await Promise.all([...fieldsOf(prefix).map(play), gather()]);
  await house.close();
  console.log('closed');
} catch (error) {
  console.log(`failed ${String(error).replaceAll('\n', ' ')}`);
  process.exit(1);
}
