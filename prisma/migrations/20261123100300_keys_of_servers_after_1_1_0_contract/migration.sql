-- The keys without the server go, and what was there for release 1.0.0 alone: triggers and defaults. A release that writes no
-- server is refused from here on, whatever it inserts: better than a row that nobody finds.
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

DROP TRIGGER guild_of_log_entry ON log_entries;
DROP TRIGGER guild_of_seat ON seats;
DROP TRIGGER guild_of_panel ON panels;
DROP TRIGGER guild_of_awaited ON awaited;
DROP TRIGGER guild_of_tallied ON tallied_battles;
DROP TRIGGER guild_of_notice ON notices;
DROP TRIGGER guild_of_happening ON happenings;
DROP FUNCTION guild_of_battle();
DROP FUNCTION guild_of_noticed();
DROP FUNCTION guild_of_character();

-- The foreign keys to a battle's id alone go before the key they lean on.
ALTER TABLE seats DROP CONSTRAINT seats_battle_id_fkey;
ALTER TABLE log_entries DROP CONSTRAINT log_entries_battle_id_fkey;
ALTER TABLE panels DROP CONSTRAINT panels_battle_id_fkey;
ALTER TABLE awaited DROP CONSTRAINT awaited_battle_id_fkey;
ALTER TABLE tallied_battles DROP CONSTRAINT tallied_battles_battle_id_fkey;

-- Where an index is there already it becomes the key: only the smaller tables are looked through here.
ALTER TABLE battles DROP CONSTRAINT battles_pkey,
  ADD CONSTRAINT battles_pkey PRIMARY KEY USING INDEX battles_guild_id_key,
  ALTER COLUMN house_edition DROP DEFAULT, ALTER COLUMN dice_edition DROP DEFAULT;
ALTER TABLE log_entries DROP CONSTRAINT log_entries_pkey,
  ADD CONSTRAINT log_entries_pkey PRIMARY KEY USING INDEX log_entries_guild_battle_id_n_key,
  ALTER COLUMN guild DROP DEFAULT;
DROP INDEX log_entries_battle_id_order_id_key;
ALTER TABLE seats DROP CONSTRAINT seats_pkey,
  ADD CONSTRAINT seats_pkey PRIMARY KEY USING INDEX seats_guild_battle_id_user_id_key,
  ALTER COLUMN guild DROP DEFAULT;
ALTER TABLE awaited DROP CONSTRAINT awaited_pkey,
  ADD CONSTRAINT awaited_pkey PRIMARY KEY USING INDEX awaited_guild_battle_id_actor_kind_key,
  ALTER COLUMN guild DROP DEFAULT, ALTER COLUMN edition DROP DEFAULT;
ALTER TABLE panels DROP CONSTRAINT panels_pkey,
  ADD CONSTRAINT panels_pkey PRIMARY KEY (guild, battle_id),
  ALTER COLUMN guild DROP DEFAULT;
ALTER TABLE tallied_battles DROP CONSTRAINT tallied_battles_pkey,
  ADD CONSTRAINT tallied_battles_pkey PRIMARY KEY (guild, battle_id),
  ALTER COLUMN guild DROP DEFAULT, ALTER COLUMN edition DROP DEFAULT;
ALTER TABLE notices DROP CONSTRAINT notices_pkey,
  ADD CONSTRAINT notices_pkey PRIMARY KEY (guild, battle_id, what),
  ALTER COLUMN guild DROP DEFAULT;
ALTER TABLE campaigns DROP CONSTRAINT campaigns_pkey,
  ADD CONSTRAINT campaigns_pkey PRIMARY KEY (guild, id),
  ALTER COLUMN editions DROP DEFAULT;
ALTER TABLE characters DROP CONSTRAINT characters_pkey,
  ADD CONSTRAINT characters_pkey PRIMARY KEY (guild, id),
  ALTER COLUMN edition DROP DEFAULT;
ALTER TABLE happenings DROP CONSTRAINT happenings_pkey,
  ADD CONSTRAINT happenings_pkey PRIMARY KEY (guild, n),
  ALTER COLUMN guild DROP DEFAULT, ALTER COLUMN edition DROP DEFAULT, ALTER COLUMN rules_edition DROP DEFAULT;
DROP INDEX happenings_id_key;
CREATE UNIQUE INDEX happenings_guild_id_key ON happenings (guild, id);
ALTER TABLE people ALTER COLUMN edition DROP DEFAULT;
ALTER TABLE servers ALTER COLUMN editions DROP DEFAULT;

DROP INDEX one_unfinished_battle_per_channel;
CREATE UNIQUE INDEX one_unfinished_battle_per_guild_channel ON battles (guild, channel) WHERE (status <> 'ended');
DROP INDEX one_unfinished_campaign_per_place;
CREATE UNIQUE INDEX one_unfinished_campaign_per_guild_place ON campaigns (guild, place) WHERE (status <> 'ended');

-- Reading by an id alone goes on; the key begins with the server now, and is the index of that.
CREATE INDEX battles_id_idx ON battles (id);
CREATE INDEX campaigns_id_idx ON campaigns (id);
CREATE INDEX characters_id_idx ON characters (id);
DROP INDEX battles_guild_idx;
DROP INDEX campaigns_guild_idx;
