-- The server of all that was written before the triggers were there. Nothing but the rows themselves is locked, so orders go on
-- being written meanwhile; where one and this are in each other's way, this lets go and begins again.
DO $$
BEGIN
  FOR attempt IN 1..20 LOOP
    BEGIN
      UPDATE seats SET guild = battles.guild
        FROM battles WHERE battles.id = seats.battle_id AND seats.guild = '' AND battles.guild <> '';
      UPDATE awaited SET guild = battles.guild
        FROM battles WHERE battles.id = awaited.battle_id AND awaited.guild = '' AND battles.guild <> '';
      UPDATE panels SET guild = battles.guild
        FROM battles WHERE battles.id = panels.battle_id AND panels.guild = '' AND battles.guild <> '';
      UPDATE tallied_battles SET guild = battles.guild
        FROM battles WHERE battles.id = tallied_battles.battle_id AND tallied_battles.guild = '' AND battles.guild <> '';
      UPDATE notices SET guild = battles.guild
        FROM battles WHERE battles.id = notices.battle_id AND notices.guild = '' AND battles.guild <> '';
      UPDATE notices SET guild = campaigns.guild
        FROM campaigns WHERE campaigns.id = notices.battle_id AND notices.guild = '' AND campaigns.guild <> '';
      UPDATE happenings SET guild = characters.guild
        FROM characters WHERE characters.id = happenings.character AND happenings.guild = '' AND characters.guild <> '';
      UPDATE log_entries SET guild = battles.guild
        FROM battles WHERE battles.id = log_entries.battle_id AND log_entries.guild = '' AND battles.guild <> '';
      RETURN;
    EXCEPTION WHEN deadlock_detected THEN
      PERFORM pg_sleep(random());
    END;
  END LOOP;
  RAISE EXCEPTION 'The servers of what belongs to battles cannot be filled in: the rows are in use all the time.';
END $$;
