-- The second index of the largest table, alone in its file like the first.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS log_entries_guild_battle_id_order_id_key ON log_entries (guild, battle_id, order_id);
