-- The sandbox's clock: now = base + (store clock - set_at) * rate. In plpgsql because the table is created afterwards.
CREATE FUNCTION lockdesk_now() RETURNS bigint LANGUAGE plpgsql VOLATILE AS
$$ BEGIN
    RETURN (SELECT c.base + (((extract(epoch FROM clock_timestamp()) * 1000000)::bigint - c.set_at) * c.rate)::bigint
              FROM lockdesk_clock c);
END $$;
CREATE FUNCTION lockdesk_stamp() RETURNS bigint LANGUAGE plpgsql STABLE AS
$$ BEGIN
    RETURN (SELECT c.base + (((extract(epoch FROM statement_timestamp()) * 1000000)::bigint - c.set_at) * c.rate)::bigint
              FROM lockdesk_clock c);
END $$;
