-- Release 1.0.0 has gone: what lies outside servers gets a server of its own. What belongs to a battle follows by its key.
DO $$
BEGIN
  FOR attempt IN 1..20 LOOP
    BEGIN
      UPDATE battles SET guild = 'dm:' || channel WHERE guild = '';
      UPDATE campaigns SET guild = 'dm:' || place WHERE guild = '';
      UPDATE characters SET guild = 'user:' || owner WHERE guild = '';
      UPDATE notices SET guild = battles.guild
        FROM battles WHERE battles.id = notices.battle_id AND notices.guild = '';
      UPDATE notices SET guild = campaigns.guild
        FROM campaigns WHERE campaigns.id = notices.battle_id AND notices.guild = '';
      -- What is left with '' then is of a character that is gone.
      UPDATE happenings SET guild = characters.guild
        FROM characters WHERE characters.id = happenings.character AND happenings.guild = '';
      RETURN;
    EXCEPTION WHEN deadlock_detected THEN
      PERFORM pg_sleep(random());
    END;
  END LOOP;
  RAISE EXCEPTION 'What lies outside servers cannot be keyed anew: the rows are in use all the time.';
END $$;
