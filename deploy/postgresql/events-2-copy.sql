-- Step 2 of 3: copy what is there, while the site runs. Events are never changed and never deleted,
-- so what was copied stays right. A million at a time, each committed: it can be stopped at any
-- moment and run again, and should be run again shortly before step 3.

DO $$
DECLARE
    at_once CONSTANT bigint := 1000000;
    -- Whose `id` is lower may commit later: so far back it is looked again.
    overlap CONSTANT bigint := 100000;
    last CONSTANT bigint := (SELECT coalesce(max(id), 0) FROM matches_event);
    done bigint;
BEGIN
    LOOP
        SELECT up_to INTO done FROM matches_event_copied;
        EXIT WHEN done >= last;
        INSERT INTO matches_event_new
            SELECT * FROM matches_event
            WHERE id > done - overlap AND id <= least(done + at_once, last)
            ON CONFLICT DO NOTHING;
        UPDATE matches_event_copied SET up_to = least(done + at_once, last);
        COMMIT;
    END LOOP;
END $$;
