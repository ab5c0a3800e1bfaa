-- The first of five steps by which every key comes to hold the server and every row its edition. All of them may be taken while
-- processes of release 1.0.0 are at work on the same tables; what they would stumble over is left to the migrations whose
-- names end in `_contract`, and those wait until the last such process has gone (src/persistence/contracts.ts).

-- All tables at once, and let go again where somebody is in the way: an order that is being written must neither wait for
-- long nor run into a deadlock with this.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  FOR attempt IN 1..300 LOOP
    BEGIN
      LOCK TABLE battles, log_entries, seats, panels, awaited, tallied_battles, notices, campaigns, characters, happenings,
        people, servers IN ACCESS EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.05 + 0.1 * random());
    END;
  END LOOP;
  RAISE EXCEPTION 'The tables are in use all the time.';
END $$;

-- Columns with a constant default: no row is written anew, however many there are. The defaults are for release 1.0.0, which
-- leaves the columns out: what it writes is of the first editions, and a snapshot of its own is whole.
ALTER TABLE battles
  ADD COLUMN house_edition INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN dice_edition INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN changes JSON,
  ADD COLUMN rewritten INTEGER NOT NULL DEFAULT 0;
-- What an order leaves as it is lies beside the row from now on: a row that is written anew stays small, and in its place.
ALTER TABLE battles SET (toast_tuple_target = 128, fillfactor = 80);
ALTER TABLE characters ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
ALTER TABLE people ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
ALTER TABLE campaigns ADD COLUMN editions JSON NOT NULL
  DEFAULT '{"skure":1,"dskull":1,"sword-world":1,"straalara":1,"segment":1}';
ALTER TABLE servers ADD COLUMN editions JSON NOT NULL
  DEFAULT '{"skure":1,"dskull":1,"sword-world":1,"straalara":1,"segment":1}';
ALTER TABLE log_entries ADD COLUMN guild TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN guild TEXT NOT NULL DEFAULT '';
ALTER TABLE panels ADD COLUMN guild TEXT NOT NULL DEFAULT '';
ALTER TABLE notices ADD COLUMN guild TEXT NOT NULL DEFAULT '';
ALTER TABLE awaited
  ADD COLUMN guild TEXT NOT NULL DEFAULT '',
  ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tallied_battles
  ADD COLUMN guild TEXT NOT NULL DEFAULT '',
  ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
ALTER TABLE happenings
  ADD COLUMN guild TEXT NOT NULL DEFAULT '',
  ADD COLUMN edition INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN rules_edition INTEGER NOT NULL DEFAULT 1;

-- Whatever release 1.0.0 writes from now on lies with the server of the battle, campaign or character it belongs to. Battles,
-- campaigns and characters outside servers keep '' until the contract, and what belongs to them too: 1.0.0 asks for that
-- value by name, so it finds all of them until then; the present release takes either for the same (src/persistence/server-key.ts).
CREATE FUNCTION guild_of_battle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.guild := coalesce((SELECT guild FROM battles WHERE id = NEW.battle_id LIMIT 1), '');
  RETURN NEW;
END $$;

CREATE FUNCTION guild_of_noticed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.guild := coalesce(
    (SELECT guild FROM battles WHERE id = NEW.battle_id LIMIT 1),
    (SELECT guild FROM campaigns WHERE id = NEW.battle_id LIMIT 1),
    ''
  );
  RETURN NEW;
END $$;

CREATE FUNCTION guild_of_character() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.guild := coalesce((SELECT guild FROM characters WHERE id = NEW.character LIMIT 1), '');
  RETURN NEW;
END $$;

CREATE TRIGGER guild_of_log_entry BEFORE INSERT ON log_entries
  FOR EACH ROW WHEN (NEW.guild = '') EXECUTE FUNCTION guild_of_battle();
CREATE TRIGGER guild_of_seat BEFORE INSERT ON seats
  FOR EACH ROW WHEN (NEW.guild = '') EXECUTE FUNCTION guild_of_battle();
CREATE TRIGGER guild_of_panel BEFORE INSERT ON panels
  FOR EACH ROW WHEN (NEW.guild = '') EXECUTE FUNCTION guild_of_battle();
CREATE TRIGGER guild_of_awaited BEFORE INSERT ON awaited
  FOR EACH ROW WHEN (NEW.guild = '') EXECUTE FUNCTION guild_of_battle();
CREATE TRIGGER guild_of_tallied BEFORE INSERT ON tallied_battles
  FOR EACH ROW WHEN (NEW.guild = '') EXECUTE FUNCTION guild_of_battle();
CREATE TRIGGER guild_of_notice BEFORE INSERT ON notices
  FOR EACH ROW WHEN (NEW.guild = '') EXECUTE FUNCTION guild_of_noticed();
CREATE TRIGGER guild_of_happening BEFORE INSERT ON happenings
  FOR EACH ROW WHEN (NEW.guild = '') EXECUTE FUNCTION guild_of_character();
