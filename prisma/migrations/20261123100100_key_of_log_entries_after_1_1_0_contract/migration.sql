-- The largest table. CONCURRENTLY keeps nobody waiting, and has to be alone in its file.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS log_entries_guild_battle_id_n_key ON log_entries (guild, battle_id, n);
