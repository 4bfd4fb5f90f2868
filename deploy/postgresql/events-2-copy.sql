-- Step 2 of 3: copy the existing events while the site runs. Events are never changed or deleted, so
-- copied rows stay right. Each million is committed: you can stop this step at any time and run it
-- again, and should run it again shortly before step 3.

DO $$
DECLARE
    at_once CONSTANT bigint := 1000000;
    -- An event with a lower `id` may commit later, so the last ids are copied again.
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
