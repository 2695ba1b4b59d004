-- A ledger as PostgreSQL would keep it: the account's row carries its balance, and every step is an entry whose primary key makes it happen once.
CREATE TABLE accounts (
  id integer PRIMARY KEY,
  available bigint NOT NULL CHECK (available >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  spent bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE entries (
  hold bigint NOT NULL,
  kind smallint NOT NULL, -- 1 held, 2 captured
  account integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  available bigint NOT NULL, -- after it
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (hold, kind)
);

-- One call a step. A repeat is found by the primary key and undoes the change it came with.
CREATE FUNCTION hold(of integer, key bigint, asked bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE rest bigint;
BEGIN
  UPDATE accounts SET available = available - asked, held = held + asked WHERE id = of AND available >= asked RETURNING available INTO rest;
  IF NOT FOUND THEN
    PERFORM FROM entries WHERE entries.hold = key AND kind = 1;
    IF FOUND THEN RAISE 'repeat' USING ERRCODE = 'KN001'; END IF;
    RAISE 'insufficient' USING ERRCODE = 'KN002';
  END IF;
  INSERT INTO entries (hold, kind, account, amount, available) VALUES (key, 1, of, asked, rest) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RAISE 'repeat' USING ERRCODE = 'KN001'; END IF;
  RETURN rest;
END $$;

CREATE FUNCTION capture(of integer, key bigint, asked bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  rest bigint;
  whole bigint;
BEGIN
  SELECT amount INTO whole FROM entries WHERE entries.hold = key AND kind = 1 AND account = of AND amount >= asked;
  IF NOT FOUND THEN RAISE 'no such hold' USING ERRCODE = 'KN003'; END IF;
  UPDATE accounts SET available = available + whole - asked, held = held - whole, spent = spent + asked WHERE id = of AND held >= whole RETURNING available INTO rest;
  IF NOT FOUND THEN RAISE 'repeat' USING ERRCODE = 'KN001'; END IF;
  INSERT INTO entries (hold, kind, account, amount, available) VALUES (key, 2, of, asked, rest) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RAISE 'repeat' USING ERRCODE = 'KN001'; END IF;
  RETURN rest;
END $$;

-- Many steps in one call and one transaction; each is answered for itself: available after it, -1 a repeat, -2 insufficient, -3 no such hold.
CREATE FUNCTION carry_out(kinds smallint[], accounts_of integer[], keys bigint[], asked bigint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  answers bigint[] := '{}';
  rest bigint;
  whole bigint;
BEGIN
  FOR n IN 1 .. cardinality(kinds) LOOP
    PERFORM FROM entries WHERE hold = keys[n] AND kind = kinds[n];
    IF FOUND THEN
      answers := answers || -1::bigint;
      CONTINUE;
    END IF;
    IF kinds[n] = 1 THEN
      UPDATE accounts SET available = available - asked[n], held = held + asked[n] WHERE id = accounts_of[n] AND available >= asked[n] RETURNING available INTO rest;
    ELSE
      SELECT amount INTO whole FROM entries WHERE hold = keys[n] AND kind = 1 AND account = accounts_of[n] AND amount >= asked[n];
      UPDATE accounts SET available = available + whole - asked[n], held = held - whole, spent = spent + asked[n] WHERE id = accounts_of[n] AND held >= whole RETURNING available INTO rest;
    END IF;
    IF NOT FOUND THEN
      answers := answers || (-1 - kinds[n])::bigint;
      CONTINUE;
    END IF;
    INSERT INTO entries (hold, kind, account, amount, available) VALUES (keys[n], kinds[n], accounts_of[n], asked[n], rest);
    answers := answers || rest;
  END LOOP;
  RETURN answers;
END $$;
