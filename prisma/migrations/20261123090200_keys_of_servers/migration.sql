-- The keys that the present release names in ON CONFLICT, and those by which what belongs to a battle follows it when it is
-- keyed anew. The keys without the server stay beside them: release 1.0.0 names those. What nobody names waits for the contract.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  FOR attempt IN 1..300 LOOP
    BEGIN
      LOCK TABLE battles, log_entries, seats, panels, awaited, tallied_battles IN SHARE ROW EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.05 + 0.1 * random());
    END;
  END LOOP;
  RAISE EXCEPTION 'The tables are in use all the time.';
END $$;

-- Reading goes on while these are built. The tables are small beside the log, which gets no index here.
CREATE UNIQUE INDEX battles_guild_id_key ON battles (guild, id);
CREATE UNIQUE INDEX seats_guild_battle_id_user_id_key ON seats (guild, battle_id, user_id);
CREATE UNIQUE INDEX awaited_guild_battle_id_actor_kind_key ON awaited (guild, battle_id, actor, kind);

-- For what is written from now on; what is there is looked through by the next migration, which keeps nobody waiting.
ALTER TABLE seats ADD CONSTRAINT seats_guild_battle_id_fkey
  FOREIGN KEY (guild, battle_id) REFERENCES battles (guild, id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE log_entries ADD CONSTRAINT log_entries_guild_battle_id_fkey
  FOREIGN KEY (guild, battle_id) REFERENCES battles (guild, id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE panels ADD CONSTRAINT panels_guild_battle_id_fkey
  FOREIGN KEY (guild, battle_id) REFERENCES battles (guild, id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE awaited ADD CONSTRAINT awaited_guild_battle_id_fkey
  FOREIGN KEY (guild, battle_id) REFERENCES battles (guild, id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE tallied_battles ADD CONSTRAINT tallied_battles_guild_battle_id_fkey
  FOREIGN KEY (guild, battle_id) REFERENCES battles (guild, id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
