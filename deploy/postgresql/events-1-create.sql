-- Step 1 of 3: an empty table of events in 64 parts, beside the one that is used.
-- A moment, while the site runs. docs/scaling.md says when this is worth doing, and how.
--
-- What Django asks of the table is kept: its columns, the unique (match, number), the key to the
-- match, and numbers for `id` that the database gives. A unique constraint of a table in parts has
-- to contain what it is parted by, so `id` cannot be the primary key any more: (match, number) is.
-- Nothing looks an event up by its `id`. No index stands on the match alone, or on `id`: the primary
-- key begins with the match, and every index more is written to at every move.

BEGIN;
SET LOCAL lock_timeout = '10s';

CREATE TABLE matches_event_new (LIKE matches_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY HASH (match_id);

ALTER TABLE matches_event_new
    ADD CONSTRAINT one_event_per_number_new PRIMARY KEY (match_id, number),
    ADD CONSTRAINT matches_event_match_id_fk FOREIGN KEY (match_id)
        REFERENCES matches_match (id) DEFERRABLE INITIALLY DEFERRED;

DO $$
DECLARE
    -- Cannot be changed later without copying everything again. At 64 a part of ten thousand
    -- million events is as large as a whole table of 160 million.
    parts CONSTANT integer := 64;
BEGIN
    FOR part IN 0 .. parts - 1 LOOP
        EXECUTE format(
            'CREATE TABLE %I PARTITION OF matches_event_new'
            ' FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
            'matches_event_part_' || to_char(part, 'FM000'), parts, part
        );
    END LOOP;
END $$;

-- Up to which `id` step 2 has come.
CREATE TABLE matches_event_copied (up_to bigint NOT NULL);
INSERT INTO matches_event_copied VALUES (0);

COMMIT;
