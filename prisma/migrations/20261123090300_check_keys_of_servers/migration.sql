-- Looks through what was there before the keys. Orders go on being written meanwhile.
ALTER TABLE seats VALIDATE CONSTRAINT seats_guild_battle_id_fkey;
ALTER TABLE panels VALIDATE CONSTRAINT panels_guild_battle_id_fkey;
ALTER TABLE awaited VALIDATE CONSTRAINT awaited_guild_battle_id_fkey;
ALTER TABLE tallied_battles VALIDATE CONSTRAINT tallied_battles_guild_battle_id_fkey;
ALTER TABLE log_entries VALIDATE CONSTRAINT log_entries_guild_battle_id_fkey;
