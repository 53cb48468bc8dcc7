-- How often something was tried that guards passwords, links and accounts. Local to the coordinator. Logged: a table
-- that a crash empties would open the door.
CREATE TABLE rate_limits (
  -- A keyed hash of what is counted and of its window: no addresses can be read from it.
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 70);

-- Counts one more in each window with `is_counted`, unless one of all these windows is full: then in none. Answers 0,
-- or the seconds to wait. Rows are locked in the order of their keys, so two attempts never wait for each other.
CREATE FUNCTION take_rate(keys bytea[], lengths integer[], maxima float8[], is_counted boolean[], moment timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  wait integer;
BEGIN
  -- What is refused here, as nearly all of a flood is, writes nothing.
  SELECT max(ceil(extract(epoch FROM least(r.ends_at, moment + make_interval(secs => w.length)) - moment)))
  INTO wait
  FROM unnest(keys, lengths, maxima) AS w (key, length, max) JOIN rate_limits r ON r.key = w.key
  WHERE r.ends_at > moment AND r.count + 1 > w.max;
  IF wait > 0 THEN
    RETURN wait;
  END IF;

  INSERT INTO rate_limits AS r (key, count, ends_at)
  SELECT w.key, 1, moment + make_interval(secs => w.length)
  FROM unnest(keys, lengths, is_counted) AS w (key, length, counts) WHERE w.counts ORDER BY w.key
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN r.ends_at > moment THEN r.count + 1 ELSE 1 END,
    -- The clock may have been set back: nobody waits longer than a whole window for that.
    ends_at = CASE WHEN r.ends_at > moment THEN least(r.ends_at, excluded.ends_at) ELSE excluded.ends_at END;

  -- Others may have counted between the two statements; from here on the rows are ours.
  SELECT max(ceil(extract(epoch FROM r.ends_at - moment))) INTO wait
  FROM unnest(keys, maxima, is_counted) AS w (key, max, counts) JOIN rate_limits r ON r.key = w.key
  WHERE w.counts AND r.count > w.max;
  IF wait > 0 THEN
    UPDATE rate_limits r SET count = r.count - 1
    FROM unnest(keys, is_counted) AS w (key, counts) WHERE w.counts AND r.key = w.key;
    RETURN wait;
  END IF;
  RETURN 0;
END
$$;
