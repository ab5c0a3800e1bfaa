import { parentPort } from 'node:worker_threads';
import { entriesIn, runRecordJobOnLog } from '../app/log/record-service.ts';
import { openBattle } from '../battle/saved/upcast-battle.ts';
import { runInLanguage } from '../core/language.ts';
import { rulesets } from '../systems/index.ts';
import { describeFailureLocation } from './place-of.ts';
import type { RecordJob, RecordResult } from './record-thread.ts';
import { replayParts } from './replay-assets.ts';

const done = async ({ name, saved, at, stretch, input, dictionary }: RecordJob): Promise<RecordResult> => {
  const battle = openBattle(rulesets, saved, at);
  if (!battle.ok) return { made: battle };
  const entries = entriesIn(battle.value.ruleset, stretch);
  // What was asked for was checked where it was asked for.
  return runInLanguage(dictionary, () =>
    runRecordJobOnLog(name, battle.value, stretch.checkpoints, entries, input as never, replayParts),
  );
};

parentPort?.on('message', (job: RecordJob) => {
  done(job)
    .catch((error: unknown) => ({ failed: describeFailureLocation(error) }))
    .then((answer) => parentPort?.postMessage(answer));
});
