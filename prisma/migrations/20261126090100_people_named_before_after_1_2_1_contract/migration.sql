-- Nobody writes entries any more without listing who is named in them: those of before are looked through, once. Whatever an
-- entry has under `user`, `gm` or `to` may be a person, but for squares of a board; what is none finds nobody.
INSERT INTO named_people (guild, battle_id, user_id)
SELECT DISTINCT l.guild, l.battle_id, found[2]
FROM log_entries AS l, regexp_matches(l.entry::text, '"(user|gm|to)"\s*:\s*"([^"\\]+)"', 'g') AS found
WHERE found[1] <> 'to' OR found[2] !~ '^[A-Z]{1,2}[0-9]{1,2}$'
ON CONFLICT DO NOTHING;
