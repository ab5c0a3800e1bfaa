import { expect, test } from 'vitest';
import { clockStage, memoryGround } from './clock-stage.ts';

const wounds = '1-50 none; 51-100 broken arm';

/** A battle of Segment Rounds in a campaign. */
const createCampaign = async () => {
  const on = await clockStage(memoryGround);
  await on.run('gm', 'campaign create', { name: 'Road', systems: 'segment' });
  await on.run('gm', 'battle create', { name: 'Ford' });
  const tables = async () => (await on.stores.campaigns.list('guild'))[0]?.rules.segment;
  return { on, tables };
};

test('SEG-TABLE-5: a table given in a battle is saved for the campaign’s next battle', async () => {
  const { on, tables } = await createCampaign();
  await on.run('gm', 'segment table', { name: 'grievous', rows: wounds });
  expect(await tables()).toMatchObject({ tables: `grievous: ${wounds}` });
  await on.run('gm', 'battle end');
  await on.run('gm', 'battle create', { name: 'Bridge' });
  const [bridge] = (await on.stores.battles.list('guild')).filter(({ status }) => status !== 'ended');
  const saved = await on.stores.battles.byId(bridge?.id ?? '');
  expect(saved?.table.settings).toMatchObject({ tables: `grievous: ${wounds}` });
});

test('SEG-TABLE-5: undoing a table removes it from the campaign', async () => {
  const { on, tables } = await createCampaign();
  await on.run('gm', 'segment table', { name: 'grievous', rows: wounds });
  await on.run('gm', 'undo');
  expect(await tables()).toMatchObject({ tables: 'none' });
});

test('SEG-TABLE-5: a roll on a table leaves the campaign unchanged', async () => {
  const { on } = await createCampaign();
  await on.run('gm', 'segment table', { name: 'grievous', rows: wounds });
  const [before] = await on.stores.campaigns.list('guild');
  await on.run('gm', 'segment table', { name: 'grievous' });
  expect((await on.stores.campaigns.list('guild'))[0]?.version).toBe(before?.version);
});
