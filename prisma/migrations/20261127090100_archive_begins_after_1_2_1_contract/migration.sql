-- Nobody reads logs any more who does not find what is in the archive: from now on ended battles go there. The record of this
-- migration says so; there is nothing to change.
SELECT 1;
