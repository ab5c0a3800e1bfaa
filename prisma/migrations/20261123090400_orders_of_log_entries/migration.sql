-- By this an order is found that was given before. The order's id stands before the battle's: otherwise Postgres, where it has no
-- statistics yet, may take the key of the log for as good, and look through all of a battle's entries. CONCURRENTLY keeps nobody
-- waiting, and has to be alone in its file.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS log_entries_guild_order_id_battle_id_key ON log_entries (guild, order_id, battle_id);
