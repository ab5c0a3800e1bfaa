import { parentPort } from 'node:worker_threads';
import { recordOf } from '../app/log/record-jobs.ts';
import { openBattle, presentEntry } from '../battle/saved/battle-lift.ts';
import { readEntry } from '../battle/saved/log-entry.ts';
import { rulesets } from '../systems/index.ts';
import type { RecordDone, RecordJob } from './record-thread.ts';
import { replayParts } from './replay-assets.ts';

const done = async ({ name, saved, at, log, takes }: RecordJob): Promise<RecordDone> => {
  const battle = openBattle(rulesets, saved, at);
  if (!battle.ok) return { made: battle };
  const { ruleset } = battle.value;
  const entries = log.map((text) => presentEntry(ruleset, readEntry(JSON.parse(text))));
  // What was asked for was checked where it was asked for.
  return { made: await recordOf(name, { battle: battle.value, log: entries, replay: replayParts }, takes as never) };
};

/** Where it failed: what it failed at may be a secret of the battle. */
const placeOf = (error: unknown): string => {
  const { name = 'Error', stack = '' } = Object(error);
  return [
    name,
    ...String(stack)
      .split('\n')
      .filter((each) => /^\s+at /.test(each)),
  ].join('\n');
};

parentPort?.on('message', (job: RecordJob) => {
  done(job)
    .catch((error: unknown) => ({ failed: placeOf(error) }))
    .then((answer) => parentPort?.postMessage(answer));
});
